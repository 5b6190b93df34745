// Owns: the folded state that is kept beside a log, and when it may be believed.
import { parseJson } from '../../domain/codec/session-log.js';
import { seqOf } from '../../domain/units.js';
import type { LogMark, SnapshotReading } from '../../ports/session-store.js';
import { unfitMark } from './database.js';
import type { Database } from './log.js';
import { find, findAt, rowsOf } from './log.js';

/** Keeps a snapshot in the place of an earlier one. Errors: thrown are `no-session` and `unfit-mark`. */
export const keepSnapshot = async (
  database: Database,
  sessionId: string,
  mark: LogMark,
  body: string,
): Promise<void> => {
  const found = await findAt(database, sessionId, mark);
  if (found === undefined) throw unfitMark();
  await rowsOf(
    database,
    `insert into ${database.tables.snapshots} (session, next_seq, token, body) values ($1, $2, $3, $4)
     on conflict (session) do update
     set next_seq = excluded.next_seq, token = excluded.token, body = excluded.body`,
    [found.key, mark.nextSeq, mark.token, body],
  );
};

/** The snapshot of a session, if it fits the log as it is now. Errors: thrown is `no-session`. */
export const snapshotOf = async (database: Database, sessionId: string): Promise<SnapshotReading> => {
  const { key } = await find(database, sessionId, 0);
  const { snapshots } = database.tables;
  const [row] = await rowsOf(database, `select next_seq, token, body from ${snapshots} where session = $1`, [key]);
  if (row === undefined) return { _tag: 'none' };
  const mark: LogMark = { nextSeq: seqOf(Number(row['next_seq'])), token: row['token'] as string };
  if ((await findAt(database, sessionId, mark)) === undefined) {
    return { _tag: 'unfit', reason: 'the log before its place is another' };
  }
  return { _tag: 'snapshot', mark, snapshot: parseJson(row['body'] as string)?.value };
};
