const out = 'out '.repeat(4000);
const err = 'err '.repeat(4000);
function flood() { // one after the other: Node would keep in memory what the pipe does not take
    process.stdout.write(out, () => process.stderr.write(err, flood));
}
flood();
