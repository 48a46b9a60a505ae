import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

/** A list of cards: one across on phones, as many as fit beyond. */
export function CardGrid({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {children}
    </ul>
  )
}

type CardItemProps = {
  /** Left of the title: an Avatar. */
  picture?: ReactNode
  /** Left of the head, as an h3: the list stands under an h2. */
  title: ReactNode
  subtitle?: ReactNode
  /** Right of the head: a StatusBadge or a price. */
  aside?: ReactNode
  children?: ReactNode
  /** Buttons at the foot; always at the card's lower edge. */
  actions?: ReactNode
  /** For a link that leads to this card. */
  id?: string
  /** Highlighted: a link has led here. */
  marked?: boolean
}

/** One entry of a CardGrid. */
export function CardItem({
  picture,
  title,
  subtitle,
  aside,
  children,
  actions,
  id,
  marked,
}: CardItemProps) {
  return (
    <li
      className={classes.card}
      id={id}
      tabIndex={id ? -1 : undefined}
      data-marked={marked || undefined}
    >
      <div className={classes.head}>
        {picture}
        <div className={classes.words}>
          <h3 className={classes.title}>{title}</h3>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children && <div className={classes.body}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  )
}
