import glob, socket
paths = ["/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock",
         "/run/crio/crio.sock", "/run/systemd/private", "/run/dbus/system_bus_socket"]
paths += glob.glob("/run/**/*.sock", recursive=True) + glob.glob("/tmp/**/*.sock", recursive=True)
for path in paths:
    attempt(path, lambda: socket.socket(socket.AF_UNIX).connect(path))
for name in ("docker", "containerd-shim", "/containerd-shim/moby", "dbus", "/tmp/.X11-unix/X0", "podman"):
    attempt("abstract " + name, lambda: socket.socket(socket.AF_UNIX).connect("\0" + name))
with open("/proc/net/unix") as file:
    names = [line.split()[7] for line in file.readlines()[1:] if len(line.split()) > 7]
print("sockets of others:", names)
print("end")
