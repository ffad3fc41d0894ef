// Loads a mapping file: parses strict JSON, validates the shape, and checks what can be checked without the export.
import path from 'node:path';
import { type Failure, inputFailure } from '../../../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonInput } from '../../../basics/json.ts';
import { locateSteps } from '../../../basics/json-text.ts';
import { meantText, quote } from '../../../basics/text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkMapping } from './check-mapping.ts';
import { HINT, type LoadedMapping, type MappingOrigin } from './loaded-mapping.ts';
import { MAPPING_SHAPES, type MappedMessage, type MappingFile } from './shape.ts';
import { mappingPath, shapeFault } from './shape-fault.ts';

const MAX_SIZE = 1024 * 1024;

/** Reads the mapping file for an export of these messages. @throws Failure exit 6 */
export function loadMapping(platform: Platform, given: string, message: MappedMessage): LoadedMapping {
  const file = path.resolve(platform.cwd, given);
  const stat = platform.files.stat(file);
  if (stat?.kind !== 'file')
    throw inputFailure(
      'input.map.missing',
      stat ? 'The mapping is not a file' : 'The mapping does not exist',
      {
        place: { file: given },
        hint: `Check the path of --map; it was looked for at ${file}.`,
      },
    );
  const reader = platform.files.open(file);
  try {
    if (reader.stat.size > MAX_SIZE)
      throw inputFailure('input.map.large', 'The mapping is larger than 1 MiB', {
        place: { file: given },
        hint: 'Give --map the mapping, and the export as the file.',
      });
    return parseMapping(Buffer.from(reader.read(0, reader.stat.size)).toString('utf8'), given, message);
  } finally {
    reader.close();
  }
}

/** `file` is shown as the place of faults. @throws Failure exit 6 with file, line and path */
export function parseMapping(
  given: string,
  file: string,
  message: MappedMessage,
  origin: MappingOrigin = { from: 'file', source: file },
): LoadedMapping {
  const text = given.replace(/^\ufeff/, '');
  const json = parseJsonInput(text, { file });
  const fault: LoadedMapping['fault'] = (code, parts, message, more) => {
    const spot = lineAndColumn(text, locateSteps(text, parts).start);
    return inputFailure(code, message, {
      place: { file, line: spot.line, ...(parts.length > 0 ? { path: mappingPath(parts) } : {}) },
      ...more,
    });
  };
  const other = isObject(json) && otherMessage(json['message'], message, fault);
  if (other) throw other;
  const parsed = MAPPING_SHAPES[message].safeParse(json);
  if (!parsed.success) throw shapeFault(parsed.error.issues, json, fault, message);
  const loaded = { path: file, origin, mapping: parsed.data as MappingFile, fault };
  checkMapping(message, loaded);
  return loaded;
}

/** Reports a mapping for the other kind of message, instead of a fault for each of its keys. */
function otherMessage(
  found: unknown,
  wanted: MappedMessage,
  fault: LoadedMapping['fault'],
): Failure | undefined {
  if (found === wanted || (found === undefined && wanted === 'order')) return undefined;
  const parts = found === undefined ? [] : ['message'];
  if (wanted === 'order' && found === 'asn')
    return fault('input.map.message', parts, 'This mapping is for ASNs, not for orders', {
      expected: 'a mapping of an order export',
      found: '"message": "asn"',
      hint: 'Use it with returns asns check FILE --map, or give the mapping of the order export.',
    });
  if (wanted === 'asn' && (found === undefined || found === 'order'))
    return fault('input.map.message', parts, 'This mapping is for orders, not for ASNs', {
      expected: '"message": "asn", with "asn" and "detail"',
      found: found === undefined ? 'no "message", which means orders' : '"message": "order"',
      hint: 'Use it with returns orders check FILE --map. samples/mappings/wms-transfers.json is a mapping for ASNs.',
    });
  return fault(
    'input.map.message',
    parts,
    `There is no mapping to ${quote(found)}.${meantText(String(found), ['order', 'asn'])}`,
    {
      expected: 'order or asn',
      found: quote(found),
      hint: HINT,
    },
  );
}
