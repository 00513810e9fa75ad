import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { useMay } from '#kit/console/me.ts';
import { TreePage } from '#kit/console/tree-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { adminMenu } from '#areas/access/model/admin-menu.ts';
import { businessMenu } from '#areas/access/model/business-menu.ts';
import './access.css';

const kinds = {
  admin: { of: adminMenu, title: text('管理端菜单', 'Admin menus') },
  business: { of: businessMenu, title: text('业务菜单', 'Business menus') },
};
const kindsOf = text('菜单种类', 'Menu type');

/** The console's own menu, and that of the business terminals. */
export default function Menus(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [kind, setKind] = useState<keyof typeof kinds>('admin');
  const open = (['admin', 'business'] as const).filter((key) => may(`${kinds[key].of.name}:read`));
  return (
    <>
      <div className="ac-tabs" role="group" aria-label={t(kindsOf)}>
        {open.map((key) => (
          <button
            key={key}
            type="button"
            className={`gh-btn ${key === kind ? 'primary' : ''}`}
            aria-pressed={key === kind}
            onClick={() => setKind(key)}
          >
            {t(kinds[key].title)}
          </button>
        ))}
      </div>
      <TreePage key={kind} of={kinds[kind].of} />
    </>
  );
}
