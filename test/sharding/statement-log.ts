import pg from 'pg';
import { tablesOf } from '#db/distribute.ts';
import type { Placement } from '#db/distribute.ts';
import type { StatementListener } from '#kit/server/db.ts';
import { problemsOf } from './check.ts';

/** What a test asks itself, to look or to set up, is none of the product's statements. */
const byTest = (): boolean => {
  const asker = (new Error('who asks').stack ?? '')
    .split('\n')
    .find(
      (line) =>
        line.includes('file://') && !/\/(kit\/server\/db|test\/sharding\/statement-log)\.ts|node_modules/.test(line),
    );
  return /\.(test|fixture)\.ts|\/test\//.test(asker ?? '');
};

/** Verdicts by the tables they were given for, and by statement: the same ones come with each product of a process. */
const verdicts = new Map<string, Map<string, string[]>>();

/** Checks every statement against what many nodes can answer; a violation fails the call with the statement. */
export async function sharded(config: pg.ClientConfig): Promise<StatementListener> {
  const client = new pg.Client(config);
  await client.connect();
  const places = new Map<string, Placement>((await tablesOf(client)).map(({ table, placement }) => [table, placement]));
  await client.end();
  const tables = JSON.stringify([...places].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const known = verdicts.get(tables) ?? new Map<string, string[]>();
  verdicts.set(tables, known);
  return (sql, platform) => {
    const key = `${platform ? 'p' : 't'} ${sql}`;
    const problems = known.get(key) ?? problemsOf(places, { sql, platform });
    known.set(key, problems);
    if (problems.length > 0 && !byTest()) throw new Error(`not for many nodes: ${problems.join('; ')}: ${sql}`);
  };
}
