// The shape of JSON documents: keys and types, merged over as many samples as there are.

export interface Shape {
  readonly scalars: ReadonlySet<string>;
  readonly members?: ReadonlyMap<string, { readonly shape: Shape; readonly optional: boolean }>;
  readonly element?: Shape;
}

const NOTHING: Shape = { scalars: new Set() };

export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value))
    return { scalars: new Set(), element: value.map(shapeOf).reduce(mergeShapes, NOTHING) };
  if (typeof value === 'object' && value !== null)
    return {
      scalars: new Set(),
      members: new Map(
        Object.entries(value).map(([key, member]) => [key, { shape: shapeOf(member), optional: false }]),
      ),
    };
  return { scalars: new Set([value === null ? 'null' : typeof value]) };
}

export function mergeShapes(a: Shape, b: Shape): Shape {
  const scalars = new Set([...a.scalars, ...b.scalars]);
  const element = a.element && b.element ? mergeShapes(a.element, b.element) : (a.element ?? b.element);
  const members = a.members && b.members ? mergeMembers(a.members, b.members) : (a.members ?? b.members);
  return { scalars, ...(element && { element }), ...(members && { members }) };
}

type Members = NonNullable<Shape['members']>;

function mergeMembers(a: Members, b: Members): Members {
  const keys = new Set([...a.keys(), ...b.keys()]);
  return new Map(
    [...keys].map((key) => {
      const [x, y] = [a.get(key), b.get(key)];
      const shape = x && y ? mergeShapes(x.shape, y.shape) : (x ?? y)!.shape;
      return [key, { shape, optional: !x || !y || x.optional || y.optional }];
    }),
  );
}

/** A shape as JSON that a person compares: `"null|string"`, `[...]`, `{"key?": ...}`, keys sorted. */
export function shapeText({ scalars, element, members }: Shape): unknown {
  const words = [...scalars].sort();
  const parts: unknown[] = words.length > 0 ? [words.join('|')] : [];
  if (element)
    parts.push(element.scalars.size || element.element || element.members ? [shapeText(element)] : []);
  if (members)
    parts.push(
      Object.fromEntries(
        [...members]
          .sort(([x], [y]) => (x < y ? -1 : 1))
          .map(([key, { shape, optional }]) => [optional ? `${key}?` : key, shapeText(shape)]),
      ),
    );
  return parts.length === 1 ? parts[0] : { 'one of': parts };
}
