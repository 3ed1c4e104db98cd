const out = 'out '.repeat(4000);
const err = 'err '.repeat(4000);
function flood() { // in turns: Node queues what the pipe does not take, and sends it between two of them
    process.stdout.write(out);
    process.stderr.write(err);
    setImmediate(flood);
}
flood();
