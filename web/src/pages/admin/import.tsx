import { useParams } from 'react-router'
import { ImportScreen } from '../../features/imports/import-screen.tsx'

export default function ImportPage() {
  const { id = '' } = useParams()
  return <ImportScreen key={id} id={id} />
}
