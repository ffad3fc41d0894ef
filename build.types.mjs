// Writes the declarations of src/contract/message-types.ts from the shapes: who imports the types of the library needs no zod.
import fs from 'node:fs';
import path from 'node:path';

/** `folder` has the declarations of src/contract as tsc wrote them; `load` gives what sources of src/contract export. */
export async function writeMessageTypes(folder, load) {
  const read = (module) => fs.readFileSync(path.join(folder, `${module}.d.ts`), 'utf8');
  const modules = [...read('message-types').matchAll(/ from '\.\/(.+)\.ts'/g)].map(([, module]) => module);
  const shapes = await load(modules.map((module) => `${module}.ts`));
  const declared = modules.flatMap((module) => {
    const text = read(module);
    return [...text.matchAll(/^export type (\w+) = z\.infer<typeof (\w+)>/gm)].map(([, name, shape]) => {
      const [, comment = ''] =
        new RegExp(`(/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)export declare const ${shape}:`).exec(text) ?? [];
      return { name, shape: shapes[shape], comment };
    });
  });
  const names = new Map(declared.map(({ name, shape }) => [shape, name]));
  const texts = declared.map(({ name, shape, comment }) =>
    shape.def.type === 'object'
      ? `${comment}export interface ${name} ${objectText(shape, names)}\n`
      : `${comment}export type ${name} = ${shapeText(shape, names)};\n`,
  );
  fs.writeFileSync(path.join(folder, 'message-types.d.ts'), texts.join('\n'));
}

const typeText = (shape, names) => names.get(shape) ?? shapeText(shape, names);

function shapeText(shape, names) {
  const { type, innerType, element, options, entries, values } = shape.def;
  const words = (list) => list.map((word) => `'${word}'`).join(' | ');
  if (type === 'object') return objectText(shape, names);
  if (type === 'optional') return `${typeText(innerType, names)} | undefined`;
  if (type === 'nullable') return `${typeText(innerType, names)} | null`;
  if (type === 'union') return options.map((option) => typeText(option, names)).join(' | ');
  if (type === 'array') {
    const text = typeText(element, names);
    return text.includes(' | ') ? `(${text})[]` : `${text}[]`;
  }
  if (type === 'enum') return words(Object.values(entries));
  if (type === 'literal') return words(values);
  if (['string', 'number', 'boolean', 'unknown'].includes(type)) return type;
  throw new Error(`build.types.mjs has no declaration for a ${type}`);
}

/** All shapes are loose: a message may have more fields. */
function objectText(shape, names) {
  const fields = Object.entries(shape.shape).map(([name, field]) => {
    const text = (field.def.innerType ?? field).description;
    const comment = text === undefined ? '' : `  /** ${text} */\n`;
    return `${comment}  ${name}${field.def.type === 'optional' ? '?' : ''}: ${typeText(field, names)};\n`;
  });
  return `{\n${fields.join('')}  [field: string]: unknown;\n}`;
}
