import { FailedJobs } from '../../features/failed-jobs/failed-jobs.tsx'

export default function FailedJobsPage() {
  return <FailedJobs />
}
