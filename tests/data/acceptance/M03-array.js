const items = [];
for (;;)
    items.push({number: items.length});
