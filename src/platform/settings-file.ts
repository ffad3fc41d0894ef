// Small settings files, written with conf. conf truncates the file on a full disk and is not atomic across processes, so
// callers hold a lock, and the written content is read back.
import path from 'node:path';
import { stateFailure } from '../basics/failure.ts';
import type { Settings } from './platform.ts';

export async function realSettings(file: string): Promise<Settings> {
  const { default: Conf } = await import('conf');
  const open = () =>
    new Conf<Record<string, unknown>>({
      cwd: path.dirname(file),
      configName: path.basename(file, '.json'),
      fileExtension: 'json',
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
      projectName: 'returns',
    });
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw stateFailure('state.settings', `Cannot use ${file}: ${(error as Error).message.split('\n')[0]}`, {
        hint: 'Correct or remove that file, or name another folder with --config-dir DIR.',
        cause: error,
      });
    }
  };
  return {
    read: () => guarded(() => ({ ...open().store })),
    write: (value) =>
      guarded(() => {
        const conf = open();
        conf.store = value;
        if (JSON.stringify(open().store) !== JSON.stringify(value))
          throw new Error('it did not read back as written (is the disk full?)');
      }),
  };
}
