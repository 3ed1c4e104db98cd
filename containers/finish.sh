#!/bin/sh
# Last step of both Dockerfiles' build stages: what every image of ours has in common.
set -eu

# The sandbox runs each container as a uid of its own, so that limits counted per uid are not shared. Docker leaves
# /etc/passwd as it is, and without an entry getpass.getuser() and os.userInfo() fail.
id=61000
while [ $id -le 61127 ]; do
    echo "sandbox$((id - 61000)):x:$id:$id:Code Sandbox:/tmp/home:/bin/sh" >>/etc/passwd
    echo "sandbox$((id - 61000)):x:$id:" >>/etc/group
    id=$((id + 1))
done

install -d -m 1777 /sandbox

# Nobody may become anybody else in here.
find / -xdev -perm /6000 -exec chmod ug-s {} +

# Rootless engines have some 65,000 uids and refuse an image with a file of any other one. npm, run by root, keeps the
# owners that the authors' machines gave to the files of a package.
find / -xdev \( -uid +65534 -o -gid +65534 \) -exec chown -h 0:0 {} +

# Files that the work of the build left, and what only a person at a terminal would read.
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/* /root/.cache /root/.npm
rm -rf /usr/share/man/* /usr/share/info/* /usr/share/locale/*
find /usr/share/doc -depth -type f ! -name copyright -delete
find /usr/share/doc -depth -type l -delete
find /usr/share/doc -depth -type d -empty -delete
