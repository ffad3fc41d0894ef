// The agreements of a profile: what was agreed with the service where the interface leaves something open. One file for each
// profile, JSON with comments, which people may change themselves.
import path from 'node:path';
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { stateFailure } from '../basics/failure.ts';
import { isObject, lineAndColumn, MAX_NESTING, nestingFault } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, readPrivate, writePrivate } from './folders.ts';
import { BUILT_IN, checkProfileName, DEFAULT_PROFILE, type Profiles, readProfiles } from './profiles.ts';

export interface Answer {
  readonly value: string;
  /** Who agreed to it, or entered it. */
  readonly by: string | null;
  /** `2026-05-12` */
  readonly since: string | null;
}

/** Answers by the id of the question. */
export type Answers = ReadonlyMap<string, Answer>;

const EMPTY = `// What was agreed with the service where the interface leaves something open. The questions and
// their choices: returns agreements list. An answer: "ID": { "value": "", "by": "", "since": "" }
{
  "answers": {}
}
`;

const agreementsFile = ({ config }: Folders, profile: string): string =>
  path.join(config, 'agreements', `${profile}.json`);

/** No answers when there is no file. @throws Failure exit 7 when the file is damaged */
export function readAgreements(platform: Pick<Platform, 'files'>, file: string): Answers {
  const text = readPrivate(platform, file);
  const answers = new Map<string, Answer>();
  if (text === undefined) return answers;
  const deep = nestingFault(text, MAX_NESTING);
  if (deep) throw damaged(file, `they are ${deep.message}`, lineAndColumn(text, deep.offset));
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  // `CloseBraceExpected`
  const why =
    error && printParseErrorCode(error.error).replace(/(?<=.)[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`);
  if (error) throw damaged(file, `they are no JSON (${why})`, lineAndColumn(text, error.offset));
  if (!isObject(value) || !isObject(value.answers)) throw damaged(file, 'it has no "answers"');
  for (const [id, answer] of Object.entries(value.answers)) {
    const { value: given, by = null, since = null } = isObject(answer) ? answer : {};
    const isText = (one: unknown) => one === null || typeof one === 'string';
    if (typeof given !== 'string' || !isText(by) || !isText(since))
      throw damaged(file, `the answer ${quote(id)} is not { "value": "", "by": "", "since": "" }`);
    answers.set(id, { value: given, by, since });
  }
  return answers;
}

/** Changes answers, or takes them out; comments and everything else stay as they are. @throws Failure exit 7 */
export function writeAgreements(
  platform: Platform,
  file: string,
  changes: ReadonlyMap<string, Answer | undefined>,
): void {
  let text = readPrivate(platform, file) ?? EMPTY;
  for (const [id, answer] of changes)
    text = applyEdits(
      text,
      modify(text, ['answers', id], answer, { formattingOptions: { insertSpaces: true, tabSize: 2 } }),
    );
  writePrivate(platform, file, text);
}

export type Agreed = ReturnType<typeof agreedIn>;

/**
 * The agreements of the profile of a command. The built-in profile and a sign-in by the environment alone have none of their
 * own: they take those of the profile in use, so that the sandbox plays what was agreed. @throws Failure exit 7 when the file is
 * damaged
 */
export function agreedIn(
  platform: Pick<Platform, 'files' | 'env'>,
  folders: Folders,
  { profile: named }: { readonly profile?: string | undefined },
  profiles: Pick<Profiles, 'inUse'> = readProfiles(platform, folders),
) {
  const usable = (name: string | undefined) => (name === '' || name === BUILT_IN ? undefined : name);
  const profile = checkProfileName(
    usable(named ?? platform.env['RETURNS_PROFILE']) ?? usable(profiles.inUse) ?? DEFAULT_PROFILE,
  );
  const file = agreementsFile(folders, profile);
  return { profile, file, answers: readAgreements(platform, file) };
}

const damaged = (file: string, why: string, spot: { line?: number; column?: number } = {}) =>
  stateFailure('state.agreements', `The agreements cannot be read: ${why}`, {
    place: { file, ...spot },
    hint: 'Correct that file, or move it away and answer again: returns agreements set ID=VALUE',
  });
