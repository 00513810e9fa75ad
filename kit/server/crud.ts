import { isEmpty } from '#kit/declare/check.ts';
import { call, type Call, type Method } from '#kit/declare/call.ts';
import type { Fields } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { detailPath, listPaths, removePath, submitPath, type Resource } from '#kit/declare/resource.ts';
import { fill, text, type Text } from '#kit/declare/text.ts';
import { narrowBy } from './narrow.ts';
import { present } from './rows.ts';
import { serve, type Served } from './served.ts';
import { ruled, rulesOf } from './rules.ts';
import type { CallVerb, Rules } from './rules.ts';
import { pageOf } from './list.ts';
import { idsIn, rowOf } from './row-by-id.ts';
import { add, edit } from './save.ts';
import { removeRows } from './remove.ts';
import type { Work } from './work.ts';

const own = (of: Resource, verb: string, method: Method, path: string, title: Text, more: Partial<Call> = {}): Call =>
  call({
    name: `${of.name}.${verb}`,
    title: fill(text('{title}{verb}', '{title}: {verb}'), { title: of.title, verb: title }),
    area: of.area,
    method,
    path,
    permission: `${of.name}:read`,
    ...more,
  });

/**
 * The calls of a declared resource: list, detail, submit, remove (export, import and options are the kit's own, see
 * generic.ts).
 */
export function crud<F extends Fields>(declared: Resource<F>, rules?: Rules<F>): Served[] {
  const of = declared;
  // A resource that is only imported has no call to show that its rules were given elsewhere: they stay.
  const rule: Rules = rules ?? rulesOf(of);
  if (rule.narrow) narrowBy(of, rule.narrow);
  ruled.set(of.name, rule);
  const has = (verb: Resource['verbs'][number]) => of.verbs.includes(verb);
  const served: Served[] = [];
  if (has('list')) {
    listPaths(of).forEach((path, nth) =>
      served.push(
        serve(
          own(of, nth === 0 ? 'list' : `list${nth + 1}`, 'GET', path, text('列表', 'list'), { answer: 'page' }),
          (work) => pageOf(of, work, rule.narrow?.(work)),
        ),
      ),
    );
  }
  if (has('detail')) {
    served.push(
      serve(own(of, 'detail', 'GET', detailPath(of), text('详情', 'detail')), async (work) => {
        const row = await rowOf(of, idsIn(of, work.raw)[0]!, work.db, { narrow: rule.narrow?.(work) });
        return (await present(of, [row], work.db, work.person, work.lang))[0];
      }),
    );
  }
  if (has('add') || has('edit')) served.push(submit(of, rule));
  if (has('remove')) {
    const method = of.wire.removeByGet ? 'GET' : 'POST';
    served.push(
      serve(
        own(of, 'remove', method, removePath(of), text('删除', 'remove'), {
          permission: `${of.name}:remove`,
          answer: 'ack',
          changes: true,
        }),
        async (work) => {
          await removeRows(of, idsIn(of, work.raw), work, rule);
          return null;
        },
      ),
    );
  }
  return rule.verbs ? served.map((each) => replaced(of, each, rule.verbs!)) : served;
}

function replaced(of: Resource, plain: Served, verbs: NonNullable<Rules['verbs']>): Served {
  const verb = plain.call.name.slice(of.name.length + 1).replace(/\d+$/, '') as CallVerb;
  const instead = verbs[verb];
  if (!instead) return plain;
  return {
    ...plain,
    work: async (work) => {
      // Before anything of the row is looked for: a refusal must not depend on whether it is there.
      if (verb === 'submit') mustSubmit(of, work);
      return instead(work, plain.work);
    },
  };
}

/** The row that a form names; undefined: it is a new one. */
const rowNamed = (of: Resource, raw: Work['raw']): unknown =>
  [raw.id, of.wire.key ? raw[of.wire.key] : undefined].find((each) => !isEmpty(each));

/** Throws `not_permitted` where the person may not add, or change, such rows. */
function mustSubmit(of: Resource, work: Work): void {
  const verb = rowNamed(of, work.raw) === undefined ? 'add' : 'edit';
  if (!of.verbs.includes(verb) || !work.permits(`${of.name}:${verb}`))
    throw new Refused('not_permitted', {
      what: fill(text('{title}（{verb}）', '{title} ({verb})'), {
        title: of.title,
        verb: verb === 'add' ? text('新增', 'add') : text('修改', 'edit'),
      }),
    });
}

function submit(of: Resource, rules: Rules): Served {
  const title = text('保存', 'save');
  return serve(
    own(of, 'submit', 'POST', submitPath(of), title, { permission: 'session', answer: 'ack' }),
    async (work) => {
      mustSubmit(of, work);
      const key = rowNamed(of, work.raw);
      const row =
        key === undefined
          ? await add(of, work.raw, work, rules)
          : await edit(of, idsIn(of, { id: key })[0]!, work.raw, work, rules);
      return { id: row.id, ...(of.wire.key ? { [of.wire.key]: row.id } : {}) };
    },
  );
}
