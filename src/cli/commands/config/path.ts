// `returns config path`: the folder with the profiles; with --json every folder and file that is kept on this machine.
import path from 'node:path';
import { EXIT } from '../../../basics/exit.ts';
import { callsFolder } from '../../../storage/call-files.ts';
import { rejectsFolder } from '../../../storage/folders.ts';
import { ledgerPath } from '../../../storage/ledger.ts';
import { profilesFile } from '../../../storage/profiles.ts';
import { defineCommand } from '../../command.ts';

export const command = defineCommand({
  more: 'The folders may not exist yet: they are made when something is kept in them. What each file holds: returns help files',
  examples: [
    ['returns config path', 'where profiles, secrets and tokens lie'],
    ['returns config path --json', 'also the ledger, the record of calls and what is shared'],
  ],
  async run({ show, folders }) {
    const { config, state, machine } = folders;
    await show.result(
      {
        schema: 'config-path/1',
        config,
        state,
        cache: machine,
        profiles_file: profilesFile(folders),
        secrets_folder: path.join(config, 'secrets'),
        tokens_folder: path.join(config, 'tokens'),
        mappings_folder: path.join(config, 'mappings'),
        ledger_file: ledgerPath(folders),
        calls_folder: callsFolder(folders),
        rejects_folder: rejectsFolder(folders),
      },
      () => config,
      { verbatim: true },
    );
    show.next('returns help files');
    return EXIT.done;
  },
});
