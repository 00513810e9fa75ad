import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A secondary button of a toolbar; on a narrow screen its icon alone, under the same name. */
export function ToolButton({ icon, label, onClick }: { icon: string; label: string; onClick: () => void }): ReactNode {
  return (
    <button type="button" className="gh-btn" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={14} />
      <span className="gh-wide-only">{label}</span>
    </button>
  );
}
