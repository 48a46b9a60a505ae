import { useParams } from 'react-router'
import { SourceScreen } from '../../features/sources/source-screen.tsx'

export default function SourcePage() {
  const { id = '' } = useParams()
  return <SourceScreen key={id} id={id} />
}
