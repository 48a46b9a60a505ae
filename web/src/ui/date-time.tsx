import { formatDate, formatDateTime } from '../lib/dates.ts'

type DateTimeProps = {
  /** ISO instant, plain date 'YYYY-MM-DD', or nothing (shown as —). */
  value: string | null | undefined
  dateOnly?: boolean
}

/** An instant as DD-MM-YYYY hh:mm A in India, or a day as DD-MM-YYYY. */
export function DateTime({ value, dateOnly = false }: DateTimeProps) {
  const text = dateOnly ? formatDate(value) : formatDateTime(value)
  if (!value || !text) return <>—</>
  const [day, ...clock] = text.split(' ')
  return (
    <time dateTime={value} className="figures">
      <span className="one-piece">{day}</span>
      {clock.length > 0 && (
        <>
          {' '}
          <span className="one-piece">{clock.join(' ')}</span>
        </>
      )}
    </time>
  )
}
