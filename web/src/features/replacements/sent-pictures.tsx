import { formatUnits } from '../../lib/ages.ts'
import type { PictureFailure } from './pictures.api.ts'
import classes from './request-replacement-dialog.module.css'

interface SentPicturesProps {
  /** The kind of request: 'request' or 'appeal'. */
  sent: string
  /** The number of the picture that is being added, from 1, and the total; null if no upload is in progress. */
  progress: { at: number; count: number } | null
  failures: readonly PictureFailure[]
}

/** The step after the request was sent, while its pictures are being added, or some could not be. */
export function SentPictures({ sent, progress, failures }: SentPicturesProps) {
  return (
    <div className={classes.fields}>
      <p role="status" className={classes.sent}>
        {progress
          ? `We have your ${sent}. Adding picture ${progress.at} of ${progress.count}. Please keep this page open.`
          : `We have your ${sent}, but ${formatUnits(failures.length, 'picture')} could not be added.`}
      </p>
      {!progress && (
        <>
          <ul className={classes.failures}>
            {failures.map(({ file, text }) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`}>
                <strong>{file.name}</strong> {text}
              </li>
            ))}
          </ul>
          <p className={classes.sent}>
            You can also add pictures later, until we decide: open the lead in your purchased leads.
          </p>
        </>
      )}
    </div>
  )
}
