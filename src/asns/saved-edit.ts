// A text from the editor that is not queued yet: stored in a private file until it is, so that nothing is
// lost.
import path from 'node:path';
import { escapeControls } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { AsnKey } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';

export interface SavedEdit {
  readonly file: string;
  /** Undefined when there is no file. */
  read(): string | undefined;
  save(text: string): void;
  forget(): void;
  /** Whether there is a text to continue with. */
  readonly isThere: boolean;
}

/**
 * One file per ASN of a target. The name contains a digest, because different numbers can give the same file
 * name.
 */
export function savedEdit(platform: Platform, folders: Folders, target: string, key: AsnKey): SavedEdit {
  const digest = platform.crypto.sha256(JSON.stringify([target, key.program, key.number])).slice(0, 8);
  const name = key.number.replace(/[^\w.-]+/g, '-').slice(0, 80);
  const file = path.join(folders.state, 'drafts', `${name}-${digest}.edit.json`);
  const isThere = () => platform.files.stat(file)?.kind === 'file';
  return {
    file,
    read: () => (isThere() ? platform.files.readText(file) : undefined),
    save(text) {
      platform.files.makeFolder(path.dirname(file));
      platform.files.replace(file, text, 0o600);
    },
    forget() {
      if (isThere()) platform.files.remove(file);
    },
    get isThere() {
      return isThere();
    },
  };
}

/**
 * Tells the user where the edited text is when it was not queued. The path has its own line, so that it can
 * be copied.
 */
export const savedText = (file: string, number: string): string =>
  `It was not queued. What you edited is kept:\n  ${escapeControls(file)}\nTo go on with it: returns asns update ${number} --edit`;

/** Tells the user about an earlier edit when the ASN is edited again. */
export const offeredText = (file: string): string =>
  `An earlier edit of this ASN was not queued; its text is kept:\n  ${escapeControls(file)}`;
