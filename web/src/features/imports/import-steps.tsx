import classes from './imports.module.css'

const steps = ['File', 'Check', 'Import'] as const

/** Where an import is: choosing the file, checking its rows, importing them. */
export function ImportSteps({ step }: { step: (typeof steps)[number] }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((name, at) => (
        <li
          key={name}
          aria-current={name === step ? 'step' : undefined}
          data-done={at < steps.indexOf(step) || undefined}
        >
          <span aria-hidden>{at + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}
