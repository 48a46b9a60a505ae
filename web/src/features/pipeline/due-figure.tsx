import { useQuery } from '@tanstack/react-query'
import { MenuFigure } from '../waiting/public/menu-figure.tsx'
import { followUpsQuery } from './public/pipeline.api.ts'

/** Follow-ups also become due at midnight, while a page is open. */
const refetchMs = 10 * 60_000

/** The number of follow-ups that are due today or overdue, for the menu. */
export default function DueFigure() {
  const { data } = useQuery({ ...followUpsQuery(), refetchInterval: refetchMs })
  const count = data && data.dueToday + data.overdue
  return <MenuFigure count={count} unit="due" arrived="A follow-up is due." />
}
