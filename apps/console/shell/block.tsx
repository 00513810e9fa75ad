import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '#kit/console/icon.tsx';
import './block.css';

export type BlockTileProps = {
  icon: string;
  text: string;
  /** A line below: whose it is, or how much is behind it. */
  dept?: string;
  to: string;
  colour?: string;
  image?: string;
  /** Which of several it is: each comes a little after the one before. */
  nth?: number;
  onGo: (to: string) => void;
};

const staggerMs = 40;

/** A tile that leads somewhere. */
export function BlockTile({ icon, text, dept, to, colour, image, nth = 0, onGo }: BlockTileProps): ReactNode {
  const style = {
    animationDelay: `${nth * staggerMs}ms`,
    ...(colour ? { '--block': colour } : {}),
    ...(image ? { backgroundImage: `url("${encodeURI(image)}")` } : {}),
  } as CSSProperties;
  return (
    <a
      className="block-tile"
      style={style}
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onGo(to);
      }}
    >
      <i aria-hidden="true">
        <Icon name={icon} size={20} />
      </i>
      <span>
        <strong>{text}</strong>
        {dept ? <small>{dept}</small> : null}
      </span>
    </a>
  );
}

/** A surface with rounded corners around some content; `block`: as wide as the container. */
export function Container({
  radius = 10,
  block = false,
  children,
}: {
  radius?: number;
  block?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={`block-container ${block ? 'block' : ''}`} style={{ borderRadius: radius }}>
      {children}
    </div>
  );
}
