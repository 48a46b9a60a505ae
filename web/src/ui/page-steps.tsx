import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../lib/counts.ts'
import classes from './pagination.module.css'

type PageStepsProps = {
  /** The page shown, from 1. */
  page: number
  /** How many pages there are. */
  pages: number
  onPageChange: (page: number) => void
}

/** Previous and Next with 'Page X of N', for lists that nobody jumps about in. */
export function PageSteps({ page, pages, onPageChange }: PageStepsProps) {
  return (
    <nav className={classes.pagination} aria-label="Pages">
      <button
        type="button"
        className={classes.step}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
        Previous
      </button>
      <p className={classes.summary}>
        Page {formatCount(page)} of {formatCount(pages)}
      </p>
      <button
        type="button"
        className={classes.step}
        disabled={page >= pages}
        onClick={() => onPageChange(page + 1)}
      >
        Next
        <IconChevronRight size={18} aria-hidden />
      </button>
    </nav>
  )
}
