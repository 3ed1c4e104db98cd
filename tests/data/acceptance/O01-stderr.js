const err = 'err '.repeat(4000);
function flood() { // one after the other: Node would keep in memory what the pipe does not take
    process.stderr.write(err, flood);
}
flood();
