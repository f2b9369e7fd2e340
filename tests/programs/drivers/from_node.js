// Reads names as lines of JSON and writes the host that `new URL` of Node makes of each.
let text = '';
process.stdin.on('data', part => { text += part; });
process.stdin.on('end', () => {
    const rows = text.split('\n').filter(Boolean).map(line => {
        try {
            return ['host', new URL(`http://${JSON.parse(line)}/`).hostname];
        } catch (error) {
            return ['refused', `${error.code}`];
        }
    });
    process.stdout.write(rows.map(row => JSON.stringify(row) + '\n').join(''));
});
