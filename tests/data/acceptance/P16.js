console.log('before');
setInterval(() => {}, 100);
