import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A secondary button of a toolbar; on a narrow screen its icon alone, under the same name. */
export function ToolButton({
  icon,
  label,
  disabled = false,
  onClick,
}: {
  icon: string;
  label: string;
  /** While what it would carry off is not there yet. */
  disabled?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <button type="button" className="gh-btn" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} size={14} />
      <span className="gh-wide-only">{label}</span>
    </button>
  );
}
