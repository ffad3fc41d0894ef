// The fields that a GraphQL query asks for, as paths of the answer: `orders.edges[].node.name`.

/** `lists` are the fields that are lists by themselves, without `edges`. */
export function pathsAsked(query: string, lists: readonly string[]): string[] {
  const words = query
    .replace(/#.*/g, '')
    .replace(/\([^)]*\)/g, '')
    .replace(/^\s*query \w+/, '')
    .match(/\w+|[{}]/g)!;
  const paths: string[] = [];
  const way: string[] = [];
  for (const [at, word] of words.entries()) {
    const isObject = words[at + 1] === '{';
    if (word === '}') way.pop();
    else if (word !== '{') {
      const name = word === 'edges' || lists.includes(word) ? `${word}[]` : word;
      if (isObject) way.push(name);
      else paths.push([...way, name].join('.'));
    }
  }
  return paths;
}
