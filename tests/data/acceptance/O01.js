const fs = require('fs');
const out = 'out '.repeat(4000);
const err = 'err '.repeat(4000);
for (;;) {
    process.stdout.write(out);
    process.stderr.write(err);
}
