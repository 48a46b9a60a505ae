import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

/** A list of cards: one column on phones, as many as fit on wider screens. */
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
  /** Left of the head, as an h3, because an h2 precedes the list. */
  title: ReactNode
  subtitle?: ReactNode
  /** Right of the head: a StatusBadge or a price. */
  aside?: ReactNode
  children?: ReactNode
  /** Buttons at the card's lower edge. */
  actions?: ReactNode
  /** Attributes that name the card's record. */
  data?: Readonly<Record<`data-${string}`, string>>
}

/** One card of a CardGrid. */
export function CardItem(props: CardItemProps) {
  const { picture, title, subtitle, aside, children, actions, data } = props
  return (
    <li className={classes.card} {...data}>
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
