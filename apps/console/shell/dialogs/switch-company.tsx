import { useState } from 'react';
import type { ReactNode } from 'react';
import { Select } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useCompanyChoices } from '../../company-choices.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { useLater } from '#kit/console/later.ts';
import type { Me } from '#kit/console/me.ts';
import { useMe } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { home } from '../screens.ts';
import { onlyHome, useTabs } from '../tabs.ts';

const words = {
  title: text('切换单位', 'Switch company'),
  pick: text('请选择要切换的单位，不选则为当前用户所属单位', 'Select a company, or leave blank for your own'),
  ok: text('确定切换', 'Switch'),
  none: text('没有匹配项', 'No matches'),
};

/** Narrows the session to another company: closes all tabs, forgets what was loaded and goes home. */
export default function SwitchCompany({
  me,
  onClose,
  onGo,
}: {
  me: Me;
  onClose: () => void;
  onGo: (path: string) => void;
}): ReactNode {
  const { t } = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [companyId, setCompanyId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { choices, busy: searching } = useCompanyChoices(useLater(typed, 200));
  const go = async () => {
    setBusy(true);
    try {
      await ask(
        '/api/updown/system/switchCompany',
        { companyId: companyId ?? me.homeCompanyId ?? me.companyId },
        { method: 'POST', quiet: true },
      );
      const changed = await ask<Me>('/api/api-uaa/oauth/userinfo', {}, { quiet: true });
      useTabs.getState().put(onlyHome);
      onGo(home + useTabs.getState().tabs[0]!.search);
      onClose();
      useMe.setState({ me: changed });
      client.setQueryData(['me'], changed);
      void client.resetQueries({ predicate: (query) => query.queryKey[0] !== 'me' });
    } catch (error) {
      setBusy(false);
      notify.error(wordsOf(error));
    }
  };
  return (
    <Dialog
      title={t(words.title)}
      onClose={onClose}
      buttons={[{ label: t(words.ok), kind: 'primary', busy, onPress: () => void go() }]}
    >
      <Select<string>
        style={{ width: '100%' }}
        aria-label={t(words.title)}
        allowClear
        autoFocus
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        placeholder={t(words.pick)}
        loading={searching}
        notFoundContent={t(words.none)}
        value={companyId}
        options={[...choices]}
        onChange={(next) => setCompanyId(next ?? null)}
      />
    </Dialog>
  );
}
