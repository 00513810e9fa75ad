import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { issueCode } from '../model/calls.ts';
import { pdadevice } from '../model/pdadevice.ts';

const words = {
  title: text('登记码（只显示一次）', 'Enrolment code (shown once)'),
  code: text(
    '{code}\n在手持机上登录后输入；{until} 前有效。',
    '{code}\nEnter it on the handheld after logging in. Valid until {until}.',
  ),
  noted: text('已记下', 'Noted'),
};

async function showCode(row: AnyRow): Promise<void> {
  try {
    const { code, until } = await ask<{ code: string; until: string }>(
      issueCode,
      { deviceId: row.id },
      { key: newKey(), quiet: true },
    );
    await confirm({
      title: words.title,
      body: fill(words.code, { code, until: wallTime(until, zone()) }),
      ok: words.noted,
    });
  } catch (failure) {
    notify.error(wordsOf(failure));
  }
}

/** Handhelds, with the code that enrols one. */
export default function Handhelds(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const actions = (row: AnyRow) =>
    may(issueCode.permission) && row['status'] === 'new'
      ? [{ key: 'code', label: t(issueCode.title), onPick: () => void showCode(row) }]
      : [];
  return <ListPage of={pdadevice} rowActions={actions} />;
}
