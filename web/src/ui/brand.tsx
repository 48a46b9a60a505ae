import classes from './brand.module.css'

type BrandMarkProps = {
  /** Edge length of the square in px. */
  size?: number
}

/** Raahi's mark: a jharokha (arched window) with a road that leads to a marigold sun. */
export function BrandMark({ size = 32 }: BrandMarkProps) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={classes.mark} aria-hidden>
      <path
        className={classes.arch}
        d="M3.5 28.5V14.6C3.5 9.4 7.4 8.2 10.6 6.2C13 4.7 14.8 3.3 16 1c1.2 2.3 3 3.7 5.4 5.2c3.2 2 7.1 3.2 7.1 8.4v13.9A2.5 2.5 0 0 1 26 31H6a2.5 2.5 0 0 1-2.5-2.5Z"
      />
      <circle className={classes.sun} cx="16" cy="14.2" r="5" />
      <path
        className={classes.road}
        d="M7.4 31c1.2-4.9 9.9-5 7.7-11.4h2.2C21.6 25 17.4 26.4 19.6 31Z"
      />
    </svg>
  )
}

type BrandProps = { size?: number; className?: string }

/** The mark with the name beside it, in the colour of the surrounding text. */
export function Brand({ size = 32, className }: BrandProps) {
  return (
    <span className={`${classes.brand} ${className ?? ''}`} style={{ fontSize: size * 0.86 }}>
      <BrandMark size={size} />
      <span className={classes.name}>Raahi</span>
    </span>
  )
}
