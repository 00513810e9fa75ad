import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { publicplat } from '../model/publicplat.ts';

const words = {
  address: text('消息地址', 'Address for messages'),
  how: text(
    '填到公众平台“服务器配置”的 URL，与消息令牌一起提交；验证通过后启用。',
    'Enter it as the URL of “server configuration” on the platform, with the message token; switch it on once it is verified.',
  ),
};

function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  return (
    <section>
      <h2 className="gh-group">{t(words.address)}</h2>
      <p>
        <code>{`${window.location.origin}/api/gatehouse/weixin/${row.id}`}</code>
      </p>
      <p className="gh-dim">{t(words.how)}</p>
    </section>
  );
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

/** Accounts; the details say where the platform is to send their messages. */
export default function Accounts(): ReactNode {
  return <ListPage of={publicplat} detail={detail} />;
}
