const {Worker} = require('worker_threads');
let count = 0;
for (let i = 0; i < 8; ++i) {
    const worker = new Worker('for (;;);', {eval: true, resourceLimits: {maxOldGenerationSizeMb: 4, maxYoungGenerationSizeMb: 1}});
    worker.on('online', () => ++count);
    worker.on('error', () => {});
}
setInterval(() => console.log('workers:', count), 500);
