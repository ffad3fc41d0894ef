// Reads JSON of others where a wrong text is no error.

/** Undefined when it is not JSON. */
export function parsedJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}
