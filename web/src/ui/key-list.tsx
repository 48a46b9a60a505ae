import classes from './key-list.module.css'

/** Keyboard shortcuts, each with what it does. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, label: string])[] }) {
  return (
    <dl className={classes.keys}>
      {keys.map(([key, label]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  )
}
