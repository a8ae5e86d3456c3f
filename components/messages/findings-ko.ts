import type { SayingName } from '@/lib/observe/diagnose/finding-text.ts';

/** What diagnostics find, in Korean. */
export const findingsKo: Record<SayingName, string> = {
  'events-keyspace': '키스페이스 이벤트, 플래그 {flags}',
  'events-tracking': '이벤트 대신 클라이언트 추적, 플래그 {flags}',
  'events-sampled': '{period}마다 표본 조회, 플래그 {flags}',
  'flags-hidden': '숨김',
  'flags-none': '없음',
  'events-all': '변경이 즉시 도착하며 키를 읽어 확인합니다.',
  'events-blind':
    '변경은 즉시 도착하지만 축출은 예외입니다. 축출된 리스는 다음 스캔에서 발견됩니다.',
  'tracking-means': '변경은 즉시 도착하지만 종류를 알 수 없어 매번 읽어야 합니다.',
  'sampled-means': '변경이 최대 한 주기 늦게 표시되고, 한 주기 안의 두 변경은 하나로 표시됩니다.',
  why: '이유: {why}.',
  'this-user': '이 사용자',
  'rights-lacking': '{user}에게 {commands} 권한이 없습니다',
  'rights-some': '{user}는 리스를 읽을 수 있지만 {commands}는 실행할 수 없습니다',
  'rights-all': '{user}에게 관찰에 필요한 모든 권한이 있습니다',
  'rights-unsure': 'INFO와 CONFIG GET이 없으면 일부 항목을 알 수 없습니다.',
  'rights-asked': '방금 서버에서 명령별로 확인했습니다.',
  'rights-fix': '관찰에 필요한 권한을 부여하세요. 읽기만 합니다.',
  replica: '이 서버는 복제본입니다',
  'replica-means':
    '복제본에서는 만료가 늦게, 삭제로 표시되며 리스를 해제할 수 없습니다. 기본 서버는 {primary}입니다.',
  'replica-fix': 'REDIS_URL을 기본 서버로 지정하세요.',
  evicts: '리스가 축출될 수 있습니다 ({policy})',
  'evicts-not': '리스는 축출되지 않습니다',
  'evicts-means':
    '메모리가 부족하면 Redis가 키를 축출합니다. 축출된 리스에는 두 번째 소유자가 들어올 수 있습니다. Redis 시작 이후 축출된 키: {n}개.',
  'evicts-not-means': '메모리가 부족하면 쓰기가 실패하며, 이것이 리스에 필요한 동작입니다.',
  'evicts-fix': '리스는 maxmemory-policy noeviction으로 설정된 Redis에 두세요.',
  expiry: 'TTL이 있는 키 {n}개, {percent}% 기한 초과',
  'expiry-means':
    'Redis는 만료된 키를 삭제할 때에야 알리므로 몇 분 늦을 수 있습니다. Leaseboard는 기한이 되면 각 리스를 읽으므로 모두가 만료를 바로 볼 수 있습니다.',
  server: '{name} {version}, 가동 {time}',
  'server-old':
    '클라이언트 추적과 ACL 사용자는 Redis 6부터 지원됩니다. 이전 버전에서는 이벤트와 표본 조회만 가능합니다.',
  'server-means': '모드 {mode}, 클라이언트 {clients}개.',
  silent: '{node}가 응답하지 않습니다',
  'silent-means': '응답할 때까지 그 리스의 상태를 알 수 없습니다. 마지막 오류: {why}.',
  coverage: '기본 서버 {total}개 중 {observed}개 관찰 중',
  known: '알려진 리스: {n}개.',
  'gaps-none': '이 서버가 시작된 이후 공백이 없습니다.',
  gaps: '이 서버가 시작된 이후의 공백: {n}번. 모두 이력에 있습니다.',
  rate: '초당 이벤트 {n}개, 지연 {lag}',
  'rate-alone': '초당 이벤트 {n}개, 지연은 측정되지 않음',
  'lag-means': '지연은 서버에서 여기까지 걸린 시간이며, 대기 중인 이벤트를 포함합니다.',
  scanned: '{time} 전에 전체 스캔과 대조했습니다.',
  'scanned-never': '아직 전체 스캔이 없습니다.',
  'clock-same': '이 컴퓨터의 시계가 Redis와 일치합니다',
  'clock-ahead': '이 컴퓨터의 시계가 Redis보다 {time} 빠릅니다',
  'clock-behind': '이 컴퓨터의 시계가 Redis보다 {time} 느립니다',
  'clock-good': '표시되는 모든 시각은 Redis 시계를 사용합니다.',
  'clock-off':
    '표시되는 모든 시각은 Redis 시계를 사용하므로 정확합니다. 다만 이 컴퓨터의 로그와는 일치하지 않습니다.',
  'clock-fix': 'NTP로 시계를 맞추세요.',
  versions: '{text}',
  process: '{system}, 가동 {time}.',
  'fix-parameter-group':
    '여기서는 CONFIG를 쓸 수 없습니다. 클러스터의 파라미터 그룹에서 설정하세요.',
  'fix-serverless':
    'ElastiCache Serverless에는 키스페이스 이벤트가 없어 표본으로 확인합니다. 노드 기반 클러스터에는 이벤트가 있습니다.',
  'fix-azure': '포털의 고급 설정이나 명령줄 도구로 설정하세요.',
  'fix-memorystore': '인스턴스에서 설정하세요.',
  'fix-heroku': 'Heroku 전용 명령으로 설정하세요.',
  'fix-here': '서버에서 설정하세요. 재시작 뒤에도 유지하려면 설정 파일에도 넣으세요.',
  'fix-elsewhere':
    '이 대시보드의 사용자는 할 수 없습니다. 권한이 있는 사람이 서버에서 입력하면 됩니다.',
};
