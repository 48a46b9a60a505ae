/** A date, a time of day, or a phone number. */
const parts = /(\d{2}-\d{2}-\d{4}|\d{2}:\d{2} [AP]M|\+\d+ [\d ]+\d)/

/** A text whose dates, times and phone numbers do not wrap: browsers would wrap after each hyphen. */
export function WholeDates({ text }: { text: string }) {
  return text.split(parts).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="one-piece">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
