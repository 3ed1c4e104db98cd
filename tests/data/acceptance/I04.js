const fs = require('fs');
console.log(JSON.stringify(fs.readFileSync('/dev/stdin', 'utf8')));
process.stdin.on('data', data => console.log('data', data.toString()));
process.stdin.on('end', () => console.log('end'));
