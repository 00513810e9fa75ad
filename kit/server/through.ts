import { checkFields } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { registeredServed } from './registry.ts';
import { Once, WithMessage } from './served.ts';
import type { Work } from './work.ts';

/**
 * Makes another call within this one, in its transaction and by the caller's own rights, as if he had sent it himself.
 * @throws Refused as that call does, `not_permitted` where he may not make it
 */
export async function through(name: string, raw: Readonly<Record<string, unknown>>, work: Work): Promise<unknown> {
  const served = registeredServed().find(({ call }) => call.name === name);
  if (served?.mode !== 'write' || served.before) throw new Error(`${name} is no call that can be made within another`);
  const { call } = served;
  if (call.permission !== 'session' && !work.permits(call.permission))
    throw new Refused('not_permitted', { what: call.title });
  const { values, problems } = checkFields(call.input, raw, true);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const answer = await served.work({ ...work, call, input: values, raw });
  return answer instanceof Once || answer instanceof WithMessage ? answer.data : answer;
}
