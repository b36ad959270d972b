import { MAX_IMAGE_MB, MAX_PROCESS_DRAFTS, MAX_PROCESS_VIEWS, MAX_UPLOAD_MB } from './limits.ts';

/**
 * Every error code of the product, once: HTTP status and the Portuguese title people read.
 * The first groups are the source specification's codes (section 8), spelt as it spells them; the last is our own.
 */
export const errors = {
  // Authentication
  AUTH_TOKEN_INVALID: { status: 401, title: 'Sua sessão não é válida. Entre novamente.' },
  AUTH_NO_TOKEN_PROVIDED: { status: 401, title: 'É preciso entrar para continuar.' },
  AUTH_TOKEN_MALFORMATED: { status: 401, title: 'O token de acesso está malformado.' },
  AUTH_METHOD_NOT_ALLOWED: { status: 405, title: 'Este acesso não é permitido por este caminho.' },
  AUTH_ENV_JWTKEY_NOT_FOUND: { status: 500, title: 'O serviço de acesso está sem a chave configurada.' },
  AUTH_USER_WITHOUT_TENANT: { status: 403, title: 'Seu usuário não está ligado a nenhuma conta.' },
  AUTH_USER_NOT_FOUND: { status: 404, title: 'Usuário não encontrado.' },
  AUTH_PERSON_NOT_FOUND: { status: 404, title: 'O CPF informado não confere com o deste convite.' },
  AUTH_USER_INACTIVE: { status: 403, title: 'Seu usuário está inativo. Fale com seu supervisor.' },
  AUTH_TOKEN_REVOKED: { status: 401, title: 'Este token foi revogado.' },
  AUTH_TOKEN_VALIDATION_ERROR: { status: 401, title: 'Sua sessão expirou. Entre novamente.' },
  AUTH_NO_DEVICEID_PROVIDED: { status: 400, title: 'O dispositivo não foi identificado.' },
  AUTH_FIRST_PERSON_ACCESS: { status: 403, title: 'Primeiro acesso: confirme o código que enviamos.' },
  AUTH_NEW_DEVICE_ACCESS: { status: 403, title: 'Dispositivo novo: confirme o código que enviamos.' },
  AUTH_SMS_VALIDATION: { status: 403, title: 'Confirme o código enviado por SMS.' },
  AUTH_PERSON_NO_AUTHORIZATION: { status: 403, title: 'Você não tem acesso a este documento.' },
  AUTH_DEVICE_VALIDATION_ERROR: {
    status: 401,
    title: 'Código incorreto ou vencido. Confira e tente de novo.',
  },
  AUTH_NO_AUTHORIZATION_DATA: { status: 400, title: 'Faltam os dados de autorização.' },
  AUTH_NO_PERSON_FACELIST: { status: 409, title: 'Ainda não há um rosto cadastrado para esta pessoa.' },
  AUTH_USER_WITHOUT_PERMISSION: {
    status: 403,
    title: 'Você não tem permissão para isso. Fale com seu supervisor.',
  },
  AUTH_PERMISSION_EDIT_ADMIN_USER: {
    status: 403,
    title: 'Só um administrador pode alterar um administrador.',
  },
  AUTH_CANNOT_CHANGE_ROLE: { status: 403, title: 'O papel deste usuário não pode ser alterado.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    title: 'É o único administrador da conta: antes, torne outra pessoa administradora.',
  },
  ADMINISTRATION_OFFER_OPEN: {
    status: 409,
    title: 'A administração já foi oferecida a alguém e aguarda resposta.',
  },
  ADMINISTRATION_OFFER_NOT_FOUND: {
    status: 404,
    title: 'Esta oferta da administração não está mais aberta.',
  },
  AUTH_USER_DATA_VALIDATION: { status: 422, title: 'Os dados do usuário não são válidos.' },
  AUTH_PASSWORD_VALIDATION: { status: 422, title: 'A senha não atende ao mínimo exigido.' },
  AUTH_USER_UPDATE_ERROR: { status: 502, title: 'Não foi possível atualizar o usuário. Tente de novo.' },
  AUTH_USER_NOT_ADMIN: { status: 403, title: 'Só um administrador pode fazer isso.' },
  // Geolocation
  GEOLOCATION_DATA_INVALID: {
    status: 422,
    title: 'A localização é necessária e não foi informada ou não é válida.',
  },
  GEOLOCATION_VALIDATION_ERROR: { status: 422, title: 'Não foi possível conferir a localização.' },
  GET_GEOLOCATION_ERROR: { status: 502, title: 'Não foi possível obter a localização agora.' },
  // Upload
  UPLOAD_NOT_ALLOWED_FILES: { status: 415, title: 'Este tipo de arquivo não é aceito.' },
  UPLOAD_CONVERSOR_SERVICE_ERROR: { status: 503, title: 'Não foi possível converter o arquivo em PDF.' },
  UPLOAD_HANDLE_FILES_ERROR: { status: 422, title: 'Não podemos usar este arquivo.' },
  NO_SELFIES_PROVIDED: { status: 400, title: 'Nenhuma foto foi enviada.' },
  FILE_SIZE_HIGGER_2MB: { status: 413, title: `A imagem passa do limite de ${MAX_IMAGE_MB} MB.` },
  NO_FILES_UPLOADED: { status: 400, title: 'Nenhum conteúdo foi enviado.' },
  // Signature
  NO_SIGNATUREID_PROVIDED: { status: 400, title: 'Informe a assinatura.' },
  NO_DOCUMENTID_PROVIDED: { status: 400, title: 'Informe o documento.' },
  NO_SIGNATURESID_PROVIDED: { status: 400, title: 'Informe ao menos uma assinatura.' },
  IS_NOT_SIGNER: { status: 403, title: 'Você não é signatário deste documento.' },
  IS_NOT_SIGNATORY: { status: 403, title: 'Você não representa a empresa neste documento.' },
  DOCUMENT_NOT_FOUND: { status: 404, title: 'Documento não encontrado.' },
  NO_SELECTION_PROVIDED: { status: 422, title: 'Escolha uma opção no documento.' },
  MORE_LESS_SELECTION: { status: 422, title: 'A quantidade de opções escolhidas não confere.' },
  INVALID_SELECTION: { status: 422, title: 'A opção escolhida não existe neste documento.' },
  SIGNATURE_NOT_PENDING: { status: 409, title: 'Esta assinatura não está mais pendente.' },
  DOCUMENT_NOT_PENDING: { status: 409, title: 'Este documento não está mais pendente.' },
  PERSON_ALREADY_SIGNED: { status: 409, title: 'Você já assinou este documento.' },
  SIGNATURE_QUEUE_ERROR: {
    status: 503,
    title: 'Não foi possível encaminhar a assinatura agora. Nada foi perdido.',
  },
  NO_REJECT_REASON_PROVIDED: { status: 422, title: 'Informe o motivo da recusa.' },
  SIGNER_NOT_FOUND: { status: 404, title: 'Participante não encontrado.' },
  SIGNATURE_EVENT_ERROR: { status: 500, title: 'Não foi possível registrar a assinatura.' },
  SIGNATURE_PROCESS_NOT_FOUND: { status: 404, title: 'Processo não encontrado ou sem permissão de acesso.' },
  TERMS_SIGNATURE_EVENT_ERROR: { status: 422, title: 'É preciso aceitar os termos para assinar.' },
  CPF_DUPLICITY: { status: 409, title: 'Este CPF já foi informado.' },
  NO_SIGNERS_PROVIDED: { status: 422, title: 'Inclua ao menos uma pessoa para assinar.' },
  TEMPLATE_PDF_GENERATION: { status: 502, title: 'Não foi possível gerar o PDF do modelo.' },
  CHANGE_SIGNER_SIGNATORY_ERROR: { status: 409, title: 'Quem já assinou não pode ser trocado.' },
  DELEGATION_NOT_ALLOWED: {
    status: 403,
    title: 'Quem pediu a assinatura não permite encaminhá-la a outra pessoa.',
  },
  // Face
  FACE_NOT_RECOGNIZED: { status: 403, title: 'O rosto não foi reconhecido.' },
  FACE_SERVICE_ERROR: { status: 502, title: 'O reconhecimento facial não respondeu. Tente de novo.' },
  FACE_LIST_ALREADY_EXISTS: { status: 409, title: 'Já existe um rosto cadastrado para esta pessoa.' },
  FACE_LIST_DONT_EXISTS: { status: 404, title: 'Não há rosto cadastrado para esta pessoa.' },
  NO_FACE_DETECTED: { status: 422, title: 'Nenhum rosto foi encontrado na imagem.' },
  MULTIPLE_FACES_DETECTED: { status: 422, title: 'Há mais de um rosto na imagem.' },
  // General and tenant
  ENV_VARIABLE_NOT_FOUND: { status: 500, title: 'O serviço está sem uma configuração obrigatória.' },
  CLASS_VALIDATION_ERROR: { status: 422, title: 'Confira os campos destacados.' },
  EMPTY_CEP_SEARCH: { status: 404, title: 'CEP não encontrado. Preencha o endereço.' },
  CEP_SEARCH_ERROR: { status: 502, title: 'A busca de CEP não respondeu. Preencha o endereço.' },
  EMPTY_CNPJ_SEARCH: { status: 502, title: 'A busca de CNPJ não respondeu. Preencha os dados.' },
  CNPJ_DATA_NOT_FOUND: { status: 404, title: 'CNPJ não encontrado. Preencha os dados.' },
  COMPANY_NOT_ACTIVE: { status: 409, title: 'A empresa não está ativa.' },
  CNPJ_ALREADY_EXISTS: { status: 409, title: 'Já existe uma empresa com este CNPJ.' },
  EMAIL_NOT_AVAILABLE: { status: 409, title: 'Este email já está em uso.' },
  DOMAIN_NOT_AVAILABLE: { status: 409, title: 'Este endereço de acesso já está em uso.' },
  NOT_FROM_TENANT: { status: 404, title: 'Não encontrado.' },
  PHONENUMBER_NOT_AVAILABLE: { status: 409, title: 'Este telefone já está em uso.' },
  TENANT_INACTIVE: { status: 403, title: 'Esta conta está inativa.' },
  TENANT_MOVING: {
    status: 503,
    title: 'Esta conta está sendo transferida e volta em alguns minutos, sem que nada se perca.',
  },
  TENANT_MOVED: { status: 410, title: 'Esta conta agora está em outro endereço.' },
  TENANT_NOT_FOUND: { status: 404, title: 'Conta não encontrada.' },
  PDF_NOT_ENCRYPTED: { status: 422, title: 'O PDF não traz os dados cifrados da plataforma.' },
  PDF_WRONG_ENCRYPTION_KEY: { status: 422, title: 'Os dados do PDF foram cifrados com outra chave.' },
  PDF_READ_ERROR: { status: 422, title: 'Não foi possível ler o PDF.' },
  DOCUMENT_VALIDATION_DATA_NOT_FOUND: {
    status: 404,
    title: 'Não há dados de validação para este documento.',
  },
  COMPANY_INACTIVE: { status: 409, title: 'A empresa está inativa.' },
  TEMPLATE_NOT_FOUND: { status: 404, title: 'Modelo não encontrado.' },
  // Person
  PERSON_BATCH_CREATION_ERROR: { status: 422, title: 'Há linhas com erro; nenhuma pessoa foi criada.' },
  PERSON_CREATION_ERROR: {
    status: 409,
    title: 'Não foi possível criar a pessoa: este CPF já está cadastrado.',
  },
  PERSON_NOT_FOUND: { status: 404, title: 'Pessoa não encontrada.' },
  // Credits
  INSUFFICIENT_CREDITS: { status: 402, title: 'Não há créditos suficientes para este processo.' },
  REFUNDING_ABOVE_RESERVED: { status: 409, title: 'A devolução passa do que foi reservado.' },
  CONSUMING_ABOVE_RESERVED: { status: 409, title: 'O consumo passa do que foi reservado.' },
  // Groups
  GROUP_NOT_FOUND: { status: 404, title: 'Grupo não encontrado.' },
  SINGLE_ITEM_GROUP: { status: 422, title: 'Um grupo precisa de ao menos dois itens.' },
  DIFFERENT_GROUP_TYPE: { status: 422, title: 'Todos do grupo devem ter a mesma participação.' },
  // Downloads
  DOWNLOAD_NOT_FOUND: { status: 404, title: 'Download não encontrado.' },
  DOWNLOAD_NOT_READY: { status: 409, title: 'O arquivo ainda está sendo preparado.' },
  GET_DOWNLOAD_URL_ERROR: { status: 502, title: 'Não foi possível obter o arquivo agora. Tente de novo.' },
  DOWNLOAD_EXPIRATION_AUTO_DELETE: {
    status: 410,
    title: 'O prazo deste download terminou e o arquivo foi apagado.',
  },
  EMPTY_DESCRIPTION: { status: 422, title: 'Informe uma descrição.' },
  // Tags
  TAG_EMPTY: { status: 422, title: 'Informe a etiqueta.' },
  SAVE_TAG_ERROR: {
    status: 409,
    title: 'Não foi possível salvar a etiqueta: já existe uma com este nome, ou etiquetas demais.',
  },
  TAG_NOT_FOUND: { status: 404, title: 'Etiqueta não encontrada.' },
  // Our own: what the source specification has no code for
  INVALID_CREDENTIALS: { status: 401, title: 'Email ou senha incorretos. Confira e tente de novo.' },
  DOMAIN_NOT_FOUND: { status: 404, title: 'Domínio não encontrado.' },
  DOMAIN_REQUIRED: { status: 409, title: 'A conta precisa de ao menos um endereço de acesso.' },
  TOO_MANY_DOMAINS: { status: 409, title: 'A conta já tem domínios demais.' },
  TOKEN_NOT_FOUND: { status: 404, title: 'Token não encontrado.' },
  INVITATION_INVALID: {
    status: 410,
    title: 'Este convite não vale mais. Peça outro a quem convidou você.',
  },
  INVITATION_ALREADY_ACCEPTED: { status: 409, title: 'Este usuário já escolheu a senha.' },
  DOWNLOAD_TOO_LARGE: {
    status: 413,
    title: 'São documentos demais para um só download. Escolha menos processos.',
  },
  COMPANY_NOT_FOUND: { status: 404, title: 'Empresa não encontrada.' },
  COMPANY_HAS_PENDING_PROCESSES: {
    status: 409,
    title: 'A empresa tem processos pendentes e não pode ser removida.',
  },
  PERSON_HAS_PENDING_SIGNATURES: {
    status: 409,
    title: 'A pessoa tem assinaturas pendentes e não pode ser removida.',
  },
  ENVELOPE_NOT_FOUND: { status: 404, title: 'Envelope não encontrado.' },
  COMPANY_PARENT_CYCLE: { status: 422, title: 'Uma empresa não pode ser filial de si mesma.' },
  USER_NOT_REMOVED: { status: 409, title: 'Remova o usuário antes de apagar os dados dele.' },
  USER_HAS_PENDING_PROCESSES: {
    status: 409,
    title: 'Há processos deste usuário ainda em andamento; os dados dele não podem ser apagados agora.',
  },
  DOCUMENT_NAME_ALREADY_USED: { status: 422, title: 'Já há um arquivo com este nome neste processo.' },
  DOCUMENT_ALREADY_SIGNED_BY_OTHERS: {
    status: 409,
    title: 'Este arquivo já chegou assinado e não pode receber páginas: não há cópia parcial dele.',
  },
  EVIDENCE_WITHIN_DOCUMENT: {
    status: 409,
    title: 'A página de assinaturas deste documento está no próprio arquivo selado.',
  },
  DOCUMENT_NOT_SEALED: { status: 409, title: 'O documento ainda não foi selado.' },
  DEADLINE_PASSED: { status: 409, title: 'O prazo para assinar terminou.' },
  DEADLINE_INVALID: { status: 422, title: 'O prazo precisa ser uma data futura, depois do prazo atual.' },
  NOT_YOUR_TURN: { status: 409, title: 'Ainda não chegou a sua vez de assinar.' },
  DOCUMENT_HASH_MISMATCH: {
    status: 409,
    title: 'O documento mostrado não é o deste processo. Abra-o de novo.',
  },
  MINIMUM_SIGNATORIES_INVALID: {
    status: 422,
    title: 'O mínimo de representantes não confere com os incluídos.',
  },
  AT_REQUEST_WITNESSES_MISSING: {
    status: 422,
    title: 'Quem assina a rogo precisa de duas testemunhas no processo.',
  },
  AT_REQUEST_NOT_ALLOWED: {
    status: 422,
    title: 'Esta pessoa não pode assinar a rogo, nem pedir que outra assine por ela, neste processo.',
  },
  AT_REQUEST_DECLARATION_REQUIRED: {
    status: 422,
    title: 'Há assinatura a rogo neste documento: é preciso fazer a declaração para assinar.',
  },
  PROCESS_DRAFT_NOT_FOUND: { status: 404, title: 'Rascunho não encontrado: já foi enviado ou descartado.' },
  PROCESS_DRAFT_CHANGED: { status: 409, title: 'Este rascunho foi mudado em outro lugar.' },
  PROCESS_DRAFT_LIMIT_REACHED: {
    status: 409,
    title: `Você já tem ${MAX_PROCESS_DRAFTS} rascunhos. Envie ou descarte algum.`,
  },
  PROCESS_VIEW_LIMIT_REACHED: {
    status: 409,
    title: `Você já tem ${MAX_PROCESS_VIEWS} listas salvas. Exclua alguma.`,
  },
  UPLOAD_TOO_LARGE: { status: 413, title: `O arquivo passa do limite de ${MAX_UPLOAD_MB} MB.` },
  UPLOAD_PROOF_INVALID: {
    status: 422,
    title: 'Este arquivo não vale aqui, ou o envio dele venceu. Envie-o de novo.',
  },
  PDF_PASSWORD_WRONG: { status: 422, title: 'Esta senha não abre o PDF.' },
  PDF_ENCRYPTED: { status: 422, title: 'O PDF está protegido por senha.' },
  PDF_RESTRICTED: { status: 422, title: 'O PDF tem restrições do autor.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Esta chave de idempotência já foi usada com outro conteúdo.',
  },
  PROCESS_MOMENT_NOT_FOUND: { status: 404, title: 'Este momento não existe na história do processo.' },
  PUSH_SERVICE_NOT_ALLOWED: {
    status: 422,
    title: 'Os avisos deste navegador passam por um serviço que não é aceito aqui.',
  },
  WEBHOOK_NOT_FOUND: { status: 404, title: 'Webhook não encontrado.' },
  WEBHOOK_DELIVERY_NOT_FOUND: { status: 404, title: 'Este webhook não tem este envio.' },
  WEBHOOK_LIMIT_REACHED: { status: 409, title: 'Esta conta já tem todos os webhooks que pode ter.' },
  WEBHOOK_ADDRESS_NOT_ALLOWED: { status: 422, title: 'Este endereço não pode receber webhooks.' },
  CONCURRENT_CHANGE: { status: 409, title: 'Alguém mudou isso ao mesmo tempo. Tente de novo.' },
  MALFORMED_REQUEST: { status: 400, title: 'O pedido está malformado.' },
  REQUEST_TOO_LARGE: { status: 413, title: 'O pedido é grande demais.' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Este endereço não aceita este método.' },
  HOST_NOT_SERVED: { status: 421, title: 'Esta instalação não atende por este endereço.' },
  ROUTE_NOT_FOUND: { status: 404, title: 'Este endereço não existe.' },
  SIGN_IN_FAILED: { status: 401, title: 'Erro ao entrar. Atualize a página ou tente mais tarde.' },
  GOOGLE_SIGN_IN_FAILED: { status: 401, title: 'Erro ao fazer login. Tente mais tarde.' },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 502,
    title: 'Erro ao fazer login: o Google não respondeu. Tente mais tarde.',
  },
  SECOND_FACTOR_REQUIRED: { status: 401, title: 'Confirme o segundo fator para entrar.' },
  SECOND_FACTOR_INVALID: {
    status: 401,
    title: 'Segundo fator incorreto ou vencido. Confira e tente de novo.',
  },
  SECOND_FACTOR_NOT_FOUND: { status: 404, title: 'Segundo fator não encontrado.' },
  RECENT_SIGN_IN_REQUIRED: { status: 403, title: 'Por segurança, entre de novo para continuar.' },
  WRONG_CURRENT_PASSWORD: { status: 422, title: 'Senha atual incorreta. Confira e tente de novo.' },
  CODE_INVALID: { status: 422, title: 'Código incorreto ou vencido. Confira e tente outra vez.' },
  LINK_INVALID: { status: 410, title: 'Este link já foi usado ou venceu. Peça outro.' },
  REDIRECT_NOT_AUTHORIZED: { status: 422, title: 'Este endereço de retorno não é autorizado.' },
  PASSKEY_INVALID: { status: 422, title: 'Não foi possível cadastrar a chave de acesso. Tente de novo.' },
  PASSKEY_NOT_FOUND: { status: 404, title: 'Chave de acesso não encontrada.' },
  SESSION_NOT_FOUND: { status: 404, title: 'Sessão não encontrada.' },
  SMS_NOT_SENT: { status: 502, title: 'Não foi possível enviar o SMS agora. Tente de novo.' },
  NO_CONTACT_REASON_PROVIDED: { status: 422, title: 'Informe o motivo da troca do contato.' },
  SIGNING_CODE_REQUIRED: {
    status: 403,
    title: 'Este processo pede um código a cada assinatura. Peça o código e confirme.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    title: 'Confirme seu email antes de enviar algo a outras pessoas.',
  },
  TOKEN_SCOPE_REQUIRED: { status: 403, title: 'Este token não tem o escopo que esta operação exige.' },
  TOKEN_NETWORK_NOT_ALLOWED: { status: 403, title: 'Este token não é aceito a partir desta rede.' },
  DEVICE_NOT_FOUND: { status: 404, title: 'Dispositivo não encontrado.' },
  LIVENESS_FAILED: {
    status: 403,
    title: 'Não foi possível confirmar que há uma pessoa diante da câmera. Tente de novo.',
  },
  FACE_QUALITY_LOW: { status: 422, title: 'A foto não ficou boa o bastante. Tire outra.' },
  FACE_PICTURES_DISAGREE: {
    status: 422,
    title: 'As fotos não parecem ser da mesma pessoa. Envie só fotos suas, recentes e de frente.',
  },
  FACE_PICTURES_MISSING: {
    status: 422,
    title: 'Para cadastrar o rosto são precisas pelo menos 3 fotos diferentes.',
  },
  FACE_PICTURE_REPEATED: {
    status: 422,
    title: 'Esta foto já foi usada: tire outra na hora. A mesma imagem não prova nada de novo.',
  },
  FACE_REGISTER_UNKNOWN: {
    status: 422,
    title:
      'O serviço que confere a identidade não tem foto deste CPF. Combine outra forma com quem pediu a assinatura.',
  },
  FACE_CONSENT_REQUIRED: {
    status: 422,
    title: 'É preciso consentir com o uso do rosto para cadastrá-lo.',
  },
  FACE_CHALLENGE_NOT_FOUND: { status: 404, title: 'Esta conferência do rosto terminou. Comece outra.' },
  FACE_UPLOAD_NOT_ALLOWED: {
    status: 403,
    title: 'Este processo pede a câmera: não aceita fotos de arquivo.',
  },
  FACE_PROOF_REQUIRED: { status: 403, title: 'Este processo pede a conferência do rosto para assinar.' },
  FACE_PROOF_INVALID: {
    status: 422,
    title: 'A conferência do rosto venceu ou não é desta assinatura. Faça-a de novo.',
  },
  POSITION_OF_ANOTHER_EPOCH: {
    status: 410,
    title:
      'Esta posição é de antes de o registro ser restaurado ou movido. Recomece do início, sem after: eventos já recebidos têm o mesmo id.',
  },
  TOO_MANY_REQUESTS: { status: 429, title: 'Muitas tentativas em pouco tempo.' },
  MAIL_NOT_SENT: { status: 502, title: 'Não foi possível enviar o email agora. Tente de novo.' },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'O envio parou no meio e foi interrompido. Confira sua conexão e tente de novo.',
  },
  TOO_MANY_UPLOADS: { status: 503, title: 'Há envios demais em andamento. Tente de novo em instantes.' },
  STORAGE_FULL: {
    status: 503,
    title: 'O servidor está sem espaço em disco. Tente mais tarde ou avise quem o administra.',
  },
  READ_MODELS_REBUILDING: {
    status: 503,
    title:
      'As listas e consultas estão sendo preparadas. Assinar e enviar já funciona, e nada do que foi confirmado se perdeu.',
  },
  SERVICE_UNAVAILABLE: { status: 503, title: 'O serviço está indisponível no momento. Tente de novo.' },
  INTERNAL_ERROR: { status: 500, title: 'Algo deu errado do nosso lado. Tente de novo.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errors;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);
