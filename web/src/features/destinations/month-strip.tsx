import { travelMonths } from '@raahi/contract/enquiry-labels'
import hidden from '../../ui/visually-hidden.module.css'
import type { Month, MonthRating, Rain } from './guides/guide.ts'
import classes from './month-strip.module.css'
import { rainLabels, ratingLabels } from './months.ts'

const ratings = ['best', 'good', 'hard'] as const satisfies MonthRating[]
const rains = ['dry', 'showers', 'wet', 'snow'] as const satisfies Rain[]

interface MonthStripProps {
  months: readonly Month[]
  measuredAt: string
}

/** A year's chart: temperatures by day and night, rain and rating of each month. */
export function MonthStrip({ months, measuredAt }: MonthStripProps) {
  const coldest = Math.min(...months.map(([, night]) => night))
  const warmest = Math.max(...months.map(([day]) => day))
  /** From the bottom, in per cent of the height. */
  const heightOf = (degrees: number) => ((degrees - coldest) / (warmest - coldest)) * 100
  const falls = rains.filter((rain) => months.some((month) => month[2] === rain))
  return (
    <figure className={classes.figure}>
      <ol className={classes.months}>
        {months.map((month, index) => (
          <MonthColumn
            key={travelMonths[index]}
            month={month}
            name={travelMonths[index] ?? ''}
            heightOf={heightOf}
          />
        ))}
      </ol>
      <figcaption className={classes.caption}>
        <ul className={classes.legend} aria-label="Key">
          {ratings.map((rating) => (
            <li key={rating}>
              <i className={classes.bar} data-rating={rating} />
              {ratingLabels[rating]}
            </li>
          ))}
          {falls.map((rain) => (
            <li key={rain}>
              <Sky rain={rain} />
              {rainLabels[rain]}
            </li>
          ))}
        </ul>
        <p>Average day and night temperatures (°C) in {measuredAt}.</p>
      </figcaption>
    </figure>
  )
}

interface MonthColumnProps {
  month: Month
  name: string
  heightOf: (degrees: number) => number
}

function MonthColumn({ month, name, heightOf }: MonthColumnProps) {
  const [day, night, rain, rating] = month
  return (
    <li className={classes.month} data-rating={rating}>
      <span className={hidden.hidden}>
        {`${name}: ${ratingLabels[rating].toLowerCase()}. ${day} °C by day, ${night} °C at night, ${rainLabels[rain]}.`}
      </span>
      <span className={classes.plot} aria-hidden>
        <span
          className={classes.span}
          style={{ bottom: `${heightOf(night)}%`, top: `${100 - heightOf(day)}%` }}
        >
          <span className={classes.day}>{day}</span>
          <i className={classes.bar} data-rating={rating} />
          <span className={classes.night}>{night}</span>
        </span>
      </span>
      <Sky rain={rain} />
      <span className={classes.name} aria-hidden>
        {name[0]}
        <span>{name.slice(1, 3)}</span>
      </span>
    </li>
  )
}

/** An icon of the rain: a sun, one drop, two drops, or a flake. */
function Sky({ rain }: { rain: Rain }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" className={classes.sky} aria-hidden>
      {rain === 'dry' && <circle cx="12" cy="12" r="4" />}
      {rain === 'showers' && <path d="M12 4c3 4 5 6.500 5 9a5 5 0 0 1-10 0c0-2.500 2-5 5-9Z" />}
      {rain === 'wet' && (
        <path d="M7 3c2.500 3.300 4 5.300 4 7.500a4 4 0 0 1-8 0C3 8.300 4.500 6.300 7 3ZM17 9c2.500 3.300 4 5.300 4 7.500a4 4 0 0 1-8 0c0-2.200 1.500-4.200 4-7.500Z" />
      )}
      {rain === 'snow' && (
        <path className={classes.flake} d="M12 3v18M4.200 7.500l15.600 9M4.200 16.500l15.600-9" />
      )}
    </svg>
  )
}
