// One thing that somebody can do with a running sandbox, described once: its line (`POST /_sandbox/clock`), what it is for, what
// it takes, does and answers. The route, the method of the library and the request of a command are made from it.
import type * as z from 'zod';
import { isObject } from '../../basics/json.ts';
import { jsonAnswer, type Route } from '../../contract/router.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { Service } from '../intake/service.ts';
import { keys, readBody, readQuery } from './read-request.ts';

export interface Act extends Route {
  /** What it does, one sentence. */
  readonly purpose: string;
  readonly query: z.ZodObject;
  /** Undefined: a body is not looked at. */
  readonly body: z.ZodType | undefined;
  /** Name of the document that it answers with (`sandbox-rma`), or what else it is. */
  readonly answers: string;
  readonly answer: (
    service: Service,
    request: ServerRequest,
    query: URLSearchParams,
    parameters: Readonly<Record<string, string>>,
  ) => Promise<ServerAnswer>;
}

type ParametersOf<Line> = Line extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParametersOf<Rest>
  : unknown;

/**
 * `GET /_sandbox/rmas/{rma}`, and what it does with what is given: the parameters of the path, the query and the keys of the body.
 * `does` returns a document, sent with status 200, or a whole answer.
 */
export function act<
  const Line extends `${'GET' | 'POST'} /_sandbox/${string}`,
  Result extends object | Promise<object>,
  Query extends z.core.$ZodLooseShape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
>(
  line: Line,
  declared: {
    readonly purpose: string;
    readonly query?: Query;
    readonly body?: Body;
    readonly answers: string;
    readonly does: (
      service: Service,
      given: ParametersOf<Line> &
        (keyof Query extends never ? unknown : z.infer<z.ZodObject<Query>>) &
        (Body extends z.ZodUndefined ? unknown : z.infer<Body>),
    ) => Result;
  },
) {
  const [method = '', path = ''] = line.split(' ');
  const { does, body } = declared;
  const query = keys(declared.query ?? {});
  const answer: Act['answer'] = async (service, request, search, parameters) => {
    const read = { ...parameters, ...readQuery(search, query) };
    const sent: unknown = body && readBody(request, body);
    const given = sent === undefined ? read : isObject(sent) ? { ...read, ...sent } : sent;
    const result = await does(service, given as Parameters<typeof does>[1]);
    return isAnswer(result) ? result : jsonAnswer(200, result);
  };
  return { ...declared, line, method, path, body, query, answer };
}

/** A document has a schema and no number as its status. */
const isAnswer = (value: object): value is ServerAnswer =>
  'status' in value && typeof value.status === 'number' && !('schema' in value);
