// The floor of reading: csv-parse in arrays mode over a file, doing nothing with the records but counting them.
import fs from 'node:fs';
import { parse } from 'csv-parse';

const parser = fs.createReadStream(process.argv[2]).pipe(parse({ bom: true }));
let records = 0;
parser.on('readable', () => {
  while (parser.read() !== null) records++;
});
parser.on('end', () => process.stdout.write(`${records}\n`));
