import type { ServiceTexts } from './texts.ts';

const texts: ServiceTexts = {
  problem: {
    invalid_request: 'La solicitud no sirve tal como está. Vuelva a cargar la ventana e inténtelo de nuevo.',
    unauthorized: 'La clave de esta ventana no se conoce aquí o fue revocada. Abra Interlinear de nuevo.',
    insufficient_credit:
      'Este trabajo tiene {chars} caracteres y cuesta otros tantos créditos. La cuenta tiene {balance}, de los que {reserved} están reservados para trabajos en curso. Añada crédito, espere a los trabajos en curso o envíe menos texto.',
    not_found: 'Ya no existe: se eliminó, quizá en otra ventana. Vuelva a cargar la vista.',
    method_not_allowed:
      'El servicio no conoce esta solicitud. Vuelva a cargar la ventana: puede ser de otra versión.',
    job_failed: 'Este trabajo ha fallado. Reinténtelo.',
    job_cancelled: 'Este trabajo se canceló; no hay archivo traducido. Reinténtelo.',
    layout_unavailable:
      'No se ha podido reconstruir el diseño de este documento. Su traducción está disponible como documento sencillo.',
    no_keychain: 'Aquí no hay ningún llavero que pueda guardar una clave. Inicie el servicio con {variable}.',
    idempotency_mismatch: 'Esta solicitud ya se envió con otro contenido. Envíela de nuevo.',
    quota_exceeded:
      'Esta cuenta ha creado {limit} documentos de Word en las últimas 24 horas, que es su máximo. El siguiente será posible a partir de: {frees_at}.',
    too_many_jobs:
      'Esta cuenta tiene {limit} trabajos en curso, su máximo a la vez. Espere a que termine alguno o cancele uno.',
    internal_error: 'El servicio ha tenido un error propio. Su registro dice más. Inténtelo de nuevo.',
    engine_unavailable:
      'Ningún motor está listo para traducir del {from} al {to}. En «Motores» se ve qué le falta a cada uno.',
    storage_full: 'No queda espacio en el disco de la carpeta de datos. Haga sitio e inténtelo de nuevo.',
    required: 'Falta «{field}». Indíquelo.',
    too_long: '«{field}» tiene más de {limit} caracteres. Acórtelo.',
    too_many: '«{field}» tiene más de {limit} elementos. Envíe menos.',
    too_few: '«{field}» está vacío. Añada algo.',
    unknown_language: '«{value}» no es un idioma conocido aquí. Elija uno de la lista.',
    unsupported_pair: 'Aquí ningún motor traduce del {from} al {to}. Elija otros idiomas.',
    same_language: 'El idioma de origen y el de destino son el mismo. Elija otro idioma de destino.',
    auto_not_supported: 'Aquí no se detecta el idioma de origen. Elíjalo.',
    unknown_engine: 'Aquí no existe el motor «{engine}». Elija otro.',
    bad_json: 'La solicitud no se puede leer. Vuelva a cargar la ventana e inténtelo de nuevo.',
    bad_glossary: 'El glosario no sirve tal como está. Cada entrada necesita un término y una traducción.',
    not_multipart:
      'El archivo no llegó como el servicio lo necesita. Vuelva a cargar la ventana e inténtelo de nuevo.',
    not_json:
      'La solicitud no llegó como el servicio la necesita. Vuelva a cargar la ventana e inténtelo de nuevo.',
    truncated: 'El archivo no llegó completo. Envíelo de nuevo.',
    file_too_large: 'El archivo supera los {limit} MB. Divídalo y envíe las partes una a una.',
    empty_file:
      'El archivo está vacío (0 bytes). Quizá no se guardó o copió por completo: compruébelo y envíelo de nuevo.',
    unsupported_file_type:
      'Los archivos de tipo .{extension} no se pueden traducir aquí. Guarde el texto como {formats} y envíe eso.',
    wrong_extension:
      'El archivo se llama .{extension}, pero es un archivo .{kind}. Cambie su nombre para que termine en .{kind} y envíelo de nuevo.',
    macro_enabled:
      'El archivo puede contener macros, que aquí no se procesan por seguridad. Guárdelo como documento (.docx), libro (.xlsx) o presentación (.pptx) normal y envíe eso.',
    template:
      'El archivo es una plantilla. Guárdelo como documento (.docx), libro (.xlsx) o presentación (.pptx) normal y envíe eso.',
    legacy_office:
      'El archivo tiene un formato antiguo de Office (.doc, .xls, .ppt). Ábralo en Word, Excel, PowerPoint o LibreOffice, guárdelo como .docx, .xlsx o .pptx y envíe eso.',
    choose_target: 'El paquete tiene varios idiomas de destino ({languages}). Elija uno de ellos.',
    encrypted: 'El paquete está cifrado. Pida uno sin contraseña.',
    server_package:
      'El paquete remite a un servidor y no contiene archivos que traducir. Pida un paquete con archivos.',
    other_tool:
      'No es un paquete de Trados Studio ni de memoQ. Envíe un .sdlppx, .mqxlz o .mqout, o los propios archivos.',
    no_project: 'Al paquete le falta el archivo del proyecto (.sdlproj). Pida un paquete nuevo.',
    no_files: 'El paquete no contiene archivos bilingües de este idioma. Pida un paquete nuevo.',
    unsafe_name:
      'Se ha rechazado el paquete porque el nombre de uno de sus archivos conduce fuera de él. Pida un paquete nuevo.',
    damaged: 'El paquete está dañado. Descárguelo de nuevo o pida otro.',
    too_large:
      'El paquete ocupa, descomprimido, más de lo que se lee aquí. Pida varios paquetes más pequeños.',
    password_protected:
      'El archivo está protegido con contraseña y no se puede leer. Quite la contraseña en el programa con el que se creó y envíelo de nuevo.',
    copying_forbidden:
      'El autor de este PDF prohíbe copiar de él. Si tiene derecho a traducirlo, indíquelo con la opción pdf.rights y envíelo de nuevo.',
    text_is_picture:
      'Este PDF está hecho de imágenes de páginas (un escaneado) y no contiene letras. Necesita antes un reconocimiento de texto; envíe el resultado de este.',
    letters_unreadable:
      'Las fuentes de este PDF no dicen qué letras dibujan; lo que se copia de él es ilegible en cualquier programa. Imprímalo en un PDF nuevo con reconocimiento de texto y envíe ese.',
    dynamic_form:
      'Este PDF es un formulario dinámico (XFA), cuyo texto solo puede mostrar el programa que lo creó. Guárdelo en él como PDF normal y envíe ese.',
    damaged_file:
      'El archivo está dañado. Ábralo en el programa con el que se creó, guárdelo otra vez y envíe la nueva copia.',
    hostile_file:
      'El archivo se ha rechazado: está hecho como nunca lo están los documentos corrientes. Si confía en su procedencia, guárdelo otra vez en el programa con el que se creó y envíe la nueva copia.',
    undecodable_text: 'Este archivo contiene datos binarios, no texto. Envíe un archivo {formats}.',
    broken_csv:
      'La tabla CSV no se puede leer. Guárdela de nuevo como CSV en una hoja de cálculo y envíe eso.',
    too_many_segments:
      'Son más de {limit} segmentos, el máximo de un trabajo. Divida el texto y envíe las partes una a una.',
    timeout: 'El envío ha tardado demasiado. Envíelo de nuevo.',
    bad_range: 'La parte pedida del archivo no existe. Cargue el archivo de nuevo.',
    other_language:
      'El archivo está traducido al idioma «{language}», no al idioma de destino elegido aquí. Elija ese idioma o use el archivo del otro.',
    other_job: 'Este archivo pertenece a otro trabajo. Elija el archivo que se exportó de este.',
    fixed: '«{field}» lo fija el entorno o la línea de órdenes para esta ejecución. Cámbielo allí.',
  },
  reason: {
    other_client: 'Esta clave pertenece a un cliente y no ve nada de los demás.',
    unknown_client: 'Ese cliente no existe (o ya no). Elija otro.',
    client_name_taken: 'Ya hay un cliente «{name}». Elija otro nombre.',
    general_stays: '«General» se queda: le pertenece lo que no es de ningún otro cliente.',
    engine_not_allowed:
      'El cliente «{client}» no permite el motor «{engine}». Elija uno permitido o cambie el cliente.',
    scope_missing:
      'La clave de esta ventana puede traducir, pero no administrar. Para esto hace falta una clave con el permiso «{scope}».',
    sign_in_used:
      'Esta dirección de acceso ya se usó, tiene más de dos minutos o es de un inicio anterior. Abra Interlinear de nuevo.',
    job_not_done: 'Este trabajo no ha terminado. Las traducciones se pueden cambiar cuando termine.',
    not_cancellable: 'Este trabajo ya acabó y no se puede cancelar.',
    not_retryable: 'Solo se puede reintentar un trabajo fallido o cancelado.',
    job_deleted: 'El trabajo se eliminó mientras se cambiaban sus traducciones.',
    not_a_session: 'Esta clave no es la sesión de un navegador, que es lo único que se cierra aquí.',
    edit_not_built:
      'No se pudo crear el archivo traducido con los cambios de este trabajo; los cambios están guardados. Deshaga los últimos; el registro dice por qué.',
    stale_revision:
      'Estas traducciones se han cambiado entretanto en otro sitio. Mire las actuales y envíe las suyas de nuevo.',
    preview_unavailable:
      'De este documento no se puede mostrar ninguna página: su trabajo falló o se canceló, o no se pudo reconstruir su diseño. Trabaje en las filas o reintente el trabajo.',
    preview_too_large:
      'La página de este documento ocupa {mb} MB descomprimida; se muestran {limit} MB como máximo. Trabaje en las filas y guarde el archivo para ver sus páginas.',
    no_page:
      'No hay imagen de una página para este texto. Solo la tienen los textos de un PDF que están en sus páginas.',
    keychain_unusable:
      'No se puede usar el llavero de este sistema. Desbloquéelo o indique la clave con su variable de entorno (INTERLINEAR_…_KEY).',
    no_secret_service:
      'Este escritorio no tiene un llavero que guarde una clave en secreto (GNOME Keyring, KWallet u otro Secret Service). Instale y desbloquee uno o indique la clave con su variable de entorno (INTERLINEAR_…_KEY).',
    event_streams: 'Esta cuenta tiene {limit} ventanas o programas conectados, su máximo. Cierre alguno.',
    service_busy:
      'El servicio tiene ahora demasiados archivos y conexiones abiertos. Inténtelo de nuevo en unos segundos.',
    engine_no_answer:
      'El motor no ha respondido en {seconds} segundos. Envíe menos texto de una vez o un lote, cuyo avance se puede seguir.',
    terms_not_allowed:
      'Este modelo de lenguaje está en otro equipo y no puede recibir textos antes de traducir. Permítale en Motores recibir traducciones anteriores o traduzca sin la primera pasada.',
    process_restarting:
      'El proceso de traducción se acaba de detener y se está reiniciando. Inténtelo de nuevo en un momento.',
    account_storage:
      'Los trabajos, las alineaciones, los glosarios y la memoria de esta cuenta ocupan {stored} MB y con esto pasarían de los {limit} MB permitidos. Elimine trabajos o glosarios que ya no hagan falta, vacíe la memoria de una dirección o suba el límite en los ajustes.',
    linked_file:
      'No se pueden usar los glosarios ni la memoria de traducción: {name}, en la carpeta de datos, es un enlace. Ponga el archivo en su lugar o quite el enlace.',
    number_too_small: '«{field}» tiene que ser al menos {limit}.',
    number_too_large: '«{field}» puede ser como mucho {limit}.',
    unsafe_address:
      '«{address}» no sirve. Escriba una dirección que empiece por https://, o por http:// para este equipo o una red privada.',
    no_whole_path: 'No es una ruta completa. Escríbala desde la raíz del disco.',
    key_characters: 'Una clave solo tiene caracteres ASCII visibles, como mucho {limit}.',
    unusable_model:
      'El archivo no es un modelo que se pueda usar aquí, o está dañado. Consígalo de nuevo donde lo obtuvo.',
    edit_too_long: 'La traducción es mucho más larga que su original. Acórtela.',
    edit_control_characters:
      'La traducción contiene caracteres de control, que ningún documento admite. Quítelos.',
    edit_codes: 'Los códigos no son los del original. Tome cada uno de allí, una sola vez.',
    segment_locked: 'Este segmento está bloqueado en el archivo y no se puede cambiar.',
    edit_nothing_to_translate: 'En este segmento no hay nada que traducir; se copia tal cual.',
    segment_twice:
      'Este segmento está dos veces en el archivo; se ha tomado el primero. Deje cada uno una sola vez.',
    segment_kept_whole:
      'Este segmento queda entero: se copia tal cual, o su archivo tiene una traducción o una longitud para todo él.',
    batch_kept_whole:
      'Un texto de un lote es un solo segmento. Solo se dividen y se unen frases de documentos.',
    split_inside_code:
      'Un segmento no se puede dividir dentro de un código. Elija un lugar entre dos palabras.',
    split_empty_part: 'Las dos partes necesitan texto. Elija un lugar entre dos palabras.',
    split_inside_link: 'Un enlace o un campo queda entero. Elija un lugar delante o detrás.',
    join_at_end: 'Este es el último segmento. Detrás no hay ninguno con el que unirlo.',
    pairs_not_whole:
      'Los pares no contienen exactamente los textos que sustituyen. Vuelva a cargar los pares e inténtelo de nuevo.',
    pair_twice: 'Un texto está en dos pares. Cada uno pertenece a uno solo.',
    pair_one_sided: 'No se puede aceptar un par al que le falta un lado. Únalo a otro o rechácelo.',
    no_partner:
      'Ningún archivo tiene pareja: salvo el idioma, sus nombres son distintos. Llámelos igual, por ejemplo contrato_ES.docx y contrato_EN.docx.',
    bilingual_file:
      'Este archivo ya contiene los textos con sus traducciones, así que no hay nada que alinear. Importe los archivos TMX a la memoria; abra los demás archivos bilingües como documentos y confirme sus traducciones.',
    alignment_running:
      'Esta alineación aún no tiene pares. Espere a que termine o alinee los archivos de nuevo.',
    join_across_paragraphs:
      'El segmento siguiente empieza otro párrafo. Solo se unen frases de un mismo párrafo.',
    other_source: 'El texto de origen no es el del trabajo. Déjelo como está.',
    row_changed:
      'La fila se ha dividido o unido con otra, o debajo de ella hay una sin número. Escriba toda la traducción en la única celda junto a su número y su texto de origen.',
    empty_translation: 'La traducción está vacía.',
    no_export:
      'Este archivo no se puede importar aquí. Exporte el trabajo como XLIFF, CSV, XLSX o tabla de Word, cambie allí las traducciones e importe ese archivo.',
    lost_letters:
      'En el archivo, algunas letras se han convertido en signos de interrogación: se guardó en una codificación que no las tiene. Cambie las traducciones en una nueva exportación y guárdela como UTF-8.',
    no_entries:
      'El archivo no tiene entradas de {from} a {to}. Un CSV necesita dos columnas, término y traducción; un TMX necesita unidades en los dos idiomas.',
    unknown_glossary: 'El glosario elegido ya no existe. Elija otro en «Opciones».',
    unknown_model_file:
      'No es un archivo de ningún modelo conocido, o está dañado. Use los archivos tal como están en la dirección de los modelos, aún comprimidos (.gz).',
    engine_lacks_pair: '{engine} no traduce del {from} al {to}. Elija otros idiomas u otro motor.',
    engine_lists_no_terms:
      '{engine} no enumera nombres ni términos. Elija un modelo de lenguaje general o traduzca sin la primera pasada.',
    no_dictionary: 'El glosario no tiene diccionario para estos idiomas. Cree uno o elija otro glosario.',
    unknown_format_option: 'Los archivos {format} no tienen la opción «{option}». Tienen: {options}.',
    format_option_value:
      'La opción {option} no puede tener ese valor. La documentación de los formatos indica los posibles.',
    column_unknown: 'La tabla no tiene la columna «{column}». Tiene: {columns}.',
    column_names_without_header:
      'Las columnas se han elegido por su nombre, pero header es false. Elíjalas por letra o número, u omita header.',
    into_columns:
      'La opción into debe indicar una columna por cada una de columns: cada una una sola vez, ninguna que se traduzca, y las nuevas justo después de la última.',
    text_under_other_name:
      'El archivo se llama .{extension}, pero contiene texto sin formato. Cámbiele el nombre a .txt o .csv si lo es, o guárdelo otra vez en su programa.',
    unnamed_text:
      'El archivo contiene texto, pero su nombre no dice de qué tipo. Cámbielo para que termine en .txt (un segmento por línea) o .csv (una tabla) y envíelo de nuevo.',
    rtf: 'El archivo es un documento RTF, que no se puede traducir aquí. Guárdelo como DOCX en Word o LibreOffice y envíe eso.',
    image:
      'El archivo es una imagen, que no se puede traducir aquí. Escriba el texto que muestra en un archivo DOCX o TXT y envíe eso.',
    media: notTranslatable('de sonido o vídeo'),
    archive: 'El archivo es un archivo comprimido. Descomprímalo y envíe el documento que contiene.',
    program: notTranslatable('un programa o una base de datos'),
    opendocument:
      'El archivo es un dibujo, una fórmula, una base de datos o un documento maestro de OpenDocument. Guarde el texto en LibreOffice como .odt y envíe eso.',
    opendocument_template:
      'El archivo es una plantilla. Guárdelo como documento (.odt), hoja de cálculo (.ods) o presentación (.odp) y envíe eso.',
    flat_opendocument:
      'El archivo es un documento de OpenDocument en un solo archivo XML (FODT, FODS, FODP). Guárdelo en LibreOffice como .odt, .ods u .odp y envíe eso.',
    old_openoffice:
      'El archivo tiene el formato de OpenOffice.org 1 (SXW, SXC, SXI). Guárdelo en LibreOffice como .odt, .ods u .odp y envíe eso.',
    own_export:
      'El archivo se exportó de un trabajo de aquí. Impórtelo en ese trabajo en vez de traducirlo de nuevo.',
    string_catalog:
      'El archivo es un catálogo de cadenas de Xcode, que aquí todavía no se puede traducir. Exporte sus localizaciones desde Xcode como XLIFF y traduzca ese archivo.',
    presentation: notTranslatable('un dibujo'),
    binary_workbook:
      'El archivo es un libro binario de Excel (XLSB), que aquí no se puede leer. Guárdelo en Excel como .xlsx y envíe eso.',
    po_of_keys:
      'Los msgid de este archivo son claves y sus textos están en msgstr, así que no queda nada que traducir. Ponga los textos del idioma de origen en msgid y cargue el archivo de nuevo.',
    old_format: notTranslatable('de un formato antiguo de Microsoft'),
    no_simple_document:
      'No se ha podido poner la traducción en el diseño de este archivo; el registro dice por qué. Ábralo en el programa que lo creó, guárdelo de nuevo o como DOCX y traduzca la nueva copia. El texto traducido está en la revisión.',
    rebuilt_from_places:
      'Un PDF no tiene párrafos. Interlinear los ha reconstruido según dónde están las letras. Compare el resultado con el PDF, primero las tablas y las columnas. Si puede conseguir el documento del que se hizo el PDF, traduzca ese.',
    texts_looked_up:
      'Hay fórmulas, listas de valores permitidos, formatos o filtros que nombran textos que ahora están traducidos o que buscan textos en celdas traducidas ({lookups}), y quizá ya no los encuentren: {found}. Compruébelos y ponga las traducciones también ahí.',
    stray_bytes:
      'El archivo es UTF-8 salvo unos pocos bytes, que se muestran como \ufffd. Si faltan letras, guárdelo como UTF-8 y envíelo de nuevo.',
    same_as_source: 'La traducción es igual que el original.',
    too_many_codes:
      'Hay más tabulaciones, saltos o cambios de formato de los que se pueden traducir; se conservó el original.',
    too_much_work:
      'El texto requiere más tiempo o memoria que los textos corrientes; se conservó el original.',
    all_copied:
      'No se ha traducido nada: el archivo solo contiene números, direcciones, códigos y similares, que se copian tal cual. Compruebe que es el correcto.',
    all_finished:
      'No se ha traducido nada: en el archivo no queda texto por traducir, y lo terminado se conserva. Compruebe que es el correcto.',
    no_text:
      'No se ha traducido nada: no se ha encontrado texto en el archivo. Compruebe que es el correcto y que está completo. El texto de las imágenes no se lee.',
    first_column_copied:
      'No se ha traducido nada: solo se lee la columna A, y no contiene texto que traducir; los números, códigos y similares se copian. Si los textos están en otra columna, elíjala y traduzca el archivo de nuevo.',
    text_in_other_columns:
      'No se ha traducido nada: las columnas que se leen no contienen texto que traducir. Textos en otras columnas: {count}. Elija las columnas (todas o algunas) y traduzca el archivo de nuevo.',
    text_in_embedded_documents:
      'No se ha traducido nada: el texto está en documentos incrustados (altChunk, cantidad: {count}), que no se leen. Ábralo en Word, guárdelo con otro nombre y envíe ese archivo.',
    text_left_out:
      'No se ha traducido nada: todo el texto está en partes del archivo que no se leen. Cópielo en el cuerpo del documento y envíelo de nuevo.',
    length_short: 'La traducción es inusualmente corta para su original.',
    length_long: 'La traducción es inusualmente larga para su original.',
    said_twice: 'La traducción lo dice todo dos veces.',
    repeated_phrase: 'La traducción repite una frase una y otra vez.',
    stray_signs: 'La traducción contiene signos ajenos al texto.',
    broken_capitals: 'Las mayúsculas del original aparecen desordenadas en la traducción.',
    no_question_mark: 'El original termina con un signo de interrogación y la traducción no tiene ninguno.',
    no_colon: 'El original termina con dos puntos y la traducción no los tiene.',
    no_inverted_question_mark: 'La pregunta no empieza por «¿».',
    no_inverted_exclamation_mark: 'La exclamación no empieza por «¡».',
    source_broken:
      'Algunos textos del archivo no son válidos en su formato y quedan como están. Corríjalos y traduzca el archivo de nuevo.',
    too_long_for_place:
      'La traducción es más larga de lo que admite su lugar en el archivo, que conserva el original. Acórtela.',
    shared_data:
      'Word muestra aquí los mismos datos que en otro lugar del documento, así que el archivo tiene el texto de ese lugar. Tradúzcalos igual.',
    header_in_use:
      'Hay fórmulas o filtros que llaman así a la columna, o la traducción es el nombre de otra columna, así que el archivo conserva el original.',
    unpaired_bracket: 'Un paréntesis se abre y no se cierra, o se cierra y no se abre.',
    damaged_on_disk: 'Un archivo de este modelo está dañado en el disco. Instale el modelo de nuevo.',
    redirected:
      '{host} envía la descarga a {to}. Las descargas van a un solo sitio: ponga ese como dirección de los modelos en los ajustes.',
  },
  warning: {
    pdf_rebuilt:
      'Un PDF no tiene párrafos. Interlinear los ha reconstruido según las etiquetas del PDF. Compare el resultado con el PDF, primero las tablas y las columnas. Si puede conseguir el documento del que se hizo el PDF, traduzca ese.',
    text_is_picture:
      'Estas páginas son imágenes sin letras y no se traducen: {pages}. Necesitan antes un reconocimiento de texto.',
    letters_unreadable:
      'El PDF no dice qué caracteres son algunas letras (páginas {pages}); aparecen como \ufffd. Escríbalas a mano.',
    text_recognised_before:
      'Las páginas son imágenes, y su texto procede de un reconocimiento anterior, que puede haber leído mal algunas letras: compárelo con las páginas.',
    order_uncertain:
      'En estas páginas se cruzan columnas, por lo que el orden puede ser erróneo: {pages}. Compárelas con el PDF.',
    tables_guessed:
      'Algunas tablas no tienen líneas, de modo que sus filas y columnas son una suposición. Compárelas con el PDF.',
    turned_text:
      'Algunos textos van en otra dirección que el resto de su página. Están al final, como párrafos.',
    drawing_as_picture:
      'Los dibujos que contienen letras, como los gráficos, son imágenes en la traducción; sus letras no se traducen.',
    form_values_left_out: 'Lo que está escrito en los campos de un formulario no está en la traducción.',
    comments_left_out: 'Los comentarios y las marcas de las páginas no están en la traducción.',
    signature_lost: 'El PDF está firmado digitalmente; su traducción no lo está.',
    attachments_left_out: 'Los archivos adjuntos al PDF no están en la traducción. Tradúzcalos por separado.',
    scripts_left_out: 'Los scripts del PDF no están en la traducción. No se han ejecutado.',
    pictures_left_out:
      'Algunas imágenes son demasiado grandes o de un tipo desconocido y no están en la traducción. Tómelas del PDF.',
    pages_left_out:
      'Estas páginas están dañadas y no se pueden leer: {pages}. Guarde el PDF de nuevo en el programa que lo creó y traduzca la copia nueva.',
    nothing_translated: 'No se ha traducido nada.',
    tone_ignored: 'El motor no puede usar el tono «{tone}» y tradujo sin él.',
    context_ignored: 'El motor no puede usar un contexto y tradujo sin él.',
    remote_engine:
      'El texto se envió a {engine} porque ningún motor de este equipo que va antes estaba listo.',
    glossary_duplicate_term:
      'El glosario tiene traducciones distintas del mismo término; se usó la última: {terms}.',
    glossary_term_missing:
      'Falta un término del glosario en la traducción de {count} segmento. Revíselo. | Falta un término del glosario en la traducción de {count} segmentos. Revíselos.',
    codes_repaired:
      'El motor desplazó formatos o marcas en {count} segmento; se devolvieron a su sitio. | El motor desplazó formatos o marcas en {count} segmentos; se devolvieron a su sitio.',
    codes_fallback:
      'El motor perdió formatos o marcas en {count} segmento. Las marcas y los enlaces se repusieron por su posición; la negrita y otros formatos se omitieron. Revíselo. | El motor perdió formatos o marcas en {count} segmentos. Las marcas y los enlaces se repusieron por su posición; la negrita y otros formatos se omitieron. Revíselos.',
    layout_unavailable:
      'No se ha podido reconstruir el diseño de este documento. Su traducción está disponible como documento sencillo.',
    chart_data_untranslated:
      'Algunos textos de gráficos están traducidos donde se ven, pero no en los datos que hay detrás: están en otro archivo, no se pueden leer, se calculan o son distintos. «Editar datos» puede traer de vuelta el original.',
    diagram_drawing_stale:
      'Algunos textos de SmartArt se muestran de otro modo que en sus datos, así que ahí siguen como estaban. Haga clic en el SmartArt en Office, que lo dibuja de nuevo.',
    text_may_overflow:
      'Algunos cuadros quizá ya no tengan sitio para su texto, que ha crecido más de un 30 %. Revise estas diapositivas: {places}.',
    animation_widened:
      'Algunas animaciones recorrían unas pocas palabras o letras de un texto y ahora recorren sus párrafos enteros. Vuelva a elegir las palabras en el panel de animación si es importante.',
    not_a_translation:
      'Casi ningún texto de un archivo corresponde al otro, así que no se aceptó nada. Compruebe que sean los archivos y los idiomas correctos.',
    languages_swapped:
      'El archivo de origen y el de destino estaban cada uno en el idioma del otro y se intercambiaron ({from} → {to}).',
    language_differs:
      'Un archivo no parece estar en el idioma indicado ({found} en lugar de {expected}). Compruebe los pares o alinéelo con su propio idioma.',
    part_missing:
      'El archivo enumera diapositivas u hojas que no contiene, así que tampoco están en la traducción. Busque una copia completa del archivo.',
    embedded_font:
      'El archivo incrusta una fuente a la que quizá le falten letras del idioma de destino: {fonts}. Elija otra para el texto si no se ve bien.',
    signature_invalidated:
      'El archivo está firmado digitalmente y la firma no valdrá para la traducción. Firme de nuevo el archivo traducido si lo necesita.',
    left_untranslated:
      'Las palabras de numeraciones automáticas, campos, listas desplegables o archivos insertados se dejan como están: {found}. Tradúzcalas en Word.',
    bound_control_untranslated:
      'Algunos controles de contenido muestran datos que Word toma de otro lugar. Como no se encontraron, se dejaron como están.',
    shared_data_differs:
      'Word muestra los mismos datos en varios lugares, pero sus traducciones son distintas; el archivo tiene una de ellas en lugar de estos segmentos: {segments}. Tradúzcalos igual.',
    table_header_untranslated:
      'Algunos encabezados de tablas o tablas dinámicas conservan su texto, porque hay fórmulas o filtros que llaman así a la columna, o la traducción es el nombre de otra columna: {segments}. Cámbielos en el programa de hojas de cálculo, que también cambia las fórmulas.',
    cell_too_long:
      'Algunas traducciones superan lo que admite una celda (32 767 caracteres) o el encabezado de una página (255), así que el archivo conserva el original de estos segmentos: {segments}. Acórtelas o repártalas en varias celdas.',
    formula_quotes_text:
      'Hay fórmulas, listas de valores permitidos, formatos o filtros que buscan textos que ahora están traducidos, así que ya no los encuentran: {found}. Ponga las traducciones también ahí.',
    too_many_codes:
      'En {count} segmento hay más cambios de formato, tabulaciones o saltos de los que se pueden traducir; se conservó el original. | En {count} segmentos hay más cambios de formato, tabulaciones o saltos de los que se pueden traducir; se conservó el original.',
    formula_escaped:
      'Algunas traducciones empiezan por un carácter que las hojas de cálculo leen como fórmula. Se les puso un apóstrofo delante para que sigan siendo texto.',
    encoding_guessed:
      'El archivo no dice cómo están codificadas sus letras; se leyó como {encoding}, lo más probable. Si hay letras que se ven mal, guárdelo como UTF-8 y envíelo de nuevo.',
    encoding_changed:
      'La traducción tiene letras que la codificación del archivo ({encoding}) no admite, así que el resultado es UTF-8.',
    broken_quotes:
      'Unas comillas de la línea {line} no se cierran, o sigue texto tras las de cierre. Se leyeron como un carácter corriente; si la tabla queda mal, corrija esa línea y envíe el archivo de nuevo.',
    untranslated:
      'El motor no pudo traducir {count} segmento; se conservó el original. | El motor no pudo traducir {count} segmentos; se conservó el original.',
    plural_keys_missing:
      'Algunos textos tienen una clave por cada forma del plural, y el idioma de destino tiene más formas que el archivo. Añada esas claves o traduzca el archivo con la opción json.plurals.',
    formula_results_stale:
      'Algunas fórmulas se refieren a celdas ya traducidas y muestran aún el resultado anterior ({count}). Abra el archivo en LibreOffice y recalcúlelo (Ctrl+Mayús+F9).',
    index_stale:
      'Las entradas de índices alfabéticos y bibliografías se conservan como están, pues su orden depende de las palabras ({count}). Actualice los índices en LibreOffice.',
    cue_too_long:
      'Algunas traducciones ocupan más de dos líneas de 42 caracteres o no da tiempo a leerlas (más de 21 caracteres por segundo); la primera está en {time}. Acórtelas o déjelas más tiempo en pantalla.',
    other_language_kept:
      'El archivo dice que está traducido a «{language}». Lo que ya está terminado se queda como está. Use el archivo del idioma de destino o la plantilla (.pot).',
    tracked_changes_accepted:
      'Algunas traducciones modificadas tenían cambios controlados del archivo, que se han aceptado. Avise a quienes trabajan con ellos.',
    memory_unreadable:
      'No se puede leer la memoria de traducción «{name}» del paquete. Pida un archivo TMX e impórtelo.',
    unit_too_long:
      'Algunas traducciones son más largas de lo que el archivo permite para sus textos. Acórtelas.',
    fixed_layout:
      'Las páginas de este libro están compuestas para las palabras que contienen; las traducciones más largas pueden tapar imágenes o quedar cortadas. Revise sus páginas.',
    narration_kept: 'La voz grabada de este libro se queda en su idioma.',
    rendition_kept: 'El archivo contiene varias versiones del libro. Solo se ha traducido la primera.',
    anchors_changed:
      'Hay enlaces del archivo que llevan a títulos cuyos anclajes se forman con su texto, que ahora está traducido. Ponga la opción «anchors» en «ids» o corrija esos enlaces a mano.',
    embedded_page_kept:
      'Las páginas incrustadas dentro de otras páginas incrustadas (atributo «srcdoc») se dejan como están. Tradúzcalas como archivos aparte.',
    structured_data_kept:
      'La página tiene datos para buscadores (JSON-LD), que se conservan como están. Traduzca sus textos a mano.',
    target_kept:
      'Algunas celdas destinadas a traducciones ya contenían texto. Se ha conservado, y sus textos de origen no se han traducido.',
    unit_untranslated:
      'Algunas traducciones habrían roto la estructura del archivo, que conserva el original de estos segmentos: {segments}. Cambie esas traducciones.',
  },
  flag: {
    number_mismatch: 'No está en la traducción: {found}.',
    placeholder_mismatch: 'Solo en el original o solo en la traducción: {found}.',
    glossary_missed: 'Falta un término del glosario en la traducción: {terms}.',
    forbidden_term: 'El glosario prohíbe «{found}» para «{term}».',
    codes_repaired: 'El motor desplazó formatos o marcas; se devolvieron a su sitio.',
    codes_lost:
      'El motor perdió formatos o marcas. Las marcas y los enlaces se repusieron por su posición; la negrita y otros formatos se omitieron.',
    length_unusual: 'La longitud de la traducción es inusual para su original.',
    untranslated: 'El motor no pudo traducirlo; se conservó el original.',
    repeated_word: '«{word}» aparece dos veces seguidas.',
    suspicious: 'La traducción parece un fallo del motor.',
    punctuation_mismatch: 'La puntuación de la traducción no es la del original.',
    negation_missing: 'La traducción niega menos que el original.',
    source_word_left: 'Sigue en el idioma de origen: {found}.',
    name_missing: 'Sus otras traducciones lo conservan y a esta le falta: {found}.',
    unlike_before: 'La traducción no se parece a sus otros textos.',
    fuzzy_match: 'La traducción es la de un texto parecido de la memoria. Compare los dos.',
    empty: 'La traducción está vacía.',
    kept_source: 'La traducción habría roto la estructura del archivo, que conserva el original. Cámbiela.',
    edited: 'Una persona ha cambiado la traducción.',
  },
  job: {
    engine_failed:
      'El motor no ha podido traducir este trabajo. Dice: «{said}» Compruébelo en «Motores» y reintente el trabajo.',
    engine_unavailable:
      'Ningún motor está listo para traducir del {from} al {to}. En «Motores» se ve qué le falta a cada uno.',
    layout_unavailable:
      'No se ha podido construir el archivo traducido, ni con su diseño ni como documento sencillo. El registro dice por qué; el texto traducido está en la revisión.',
    source_damaged: 'El archivo subido de este trabajo falta o está dañado. Envíe el documento de nuevo.',
    storage_full: 'No queda espacio en el disco de la carpeta de datos. Haga sitio y reintente el trabajo.',
    damaged_job: 'Un archivo de este trabajo falta o está dañado. Envíe el documento de nuevo.',
    internal_error:
      'El trabajo no pudo continuar por un fallo del servicio. El registro dice más; reintente el trabajo.',
  },
  model: {
    hash_mismatch:
      'El modelo no es el archivo que nombra la lista y se eliminó. Inténtelo de nuevo; si vuelve a pasar, la dirección de los modelos es incorrecta.',
    not_found: '{host} no tiene este modelo. Compruebe la dirección de los modelos en los ajustes.',
    network:
      '{host} no ha enviado el modelo completo. Compruebe la red e inténtelo de nuevo, o traiga los archivos e impórtelos.',
    no_space:
      'No queda espacio en el disco de la carpeta de datos. Haga sitio e instale el modelo de nuevo; lo descargado se conserva.',
    unusable: 'Este modelo no funciona aquí. Instálelo de nuevo o elija otro.',
    internal_error: 'No se ha podido instalar el modelo. El registro dice por qué.',
  },
  start: {
    folder_in_use:
      'La carpeta de datos {folder} está en uso: el servicio con el número de proceso {pid} ya está en marcha. Úselo, deténgalo o elija otra carpeta con --data-dir.',
    folder_denied:
      'No tiene permiso para escribir en la carpeta de datos: {what}. Dese permiso de lectura y escritura en la carpeta y en todo lo que contiene, o elija otra con --data-dir.',
    folder_read_only:
      '{what} está en un disco que solo se puede leer. Permita que se escriba en él o elija otra carpeta con --data-dir.',
    folder_is_file:
      '{what} es un archivo, o la ruta pasa por uno. Mueva ese archivo o elija otra carpeta con --data-dir.',
    file_is_folder:
      '{what} debería ser un archivo y es una carpeta. Sáquela de la carpeta de datos y vuelva a iniciar.',
    folder_missing:
      '{what} no se puede crear allí. Compruebe que el disco está conectado o elija otra carpeta con --data-dir.',
    too_many_open:
      'Hay demasiados archivos abiertos en este equipo. Cierre otros programas o suba el límite (ulimit -n) y vuelva a iniciar.',
    folder_fails:
      'La carpeta de datos {folder} no se puede usar. El sistema informa: {what}. Revise el disco; si falla, copie la carpeta a otro y arranque con --data-dir.',
    folder_of_other_user:
      'La carpeta de datos {folder} es de otro usuario. Inicie con ese usuario, hágase con la carpeta (chown) o elija otra con --data-dir.',
    folder_open_to_others:
      'Otros usuarios pueden escribir en la carpeta de datos {folder}. Quíteles ese permiso con: chmod go-w "{folder}"',
    folder_of_later_version:
      'La carpeta de datos {folder} la escribió una versión posterior de Interlinear. Inicie esa versión o elija otra carpeta con --data-dir.',
    folder_not_ours:
      'La carpeta de datos {folder} contiene cosas que no son de Interlinear, como {what}. Elija con --data-dir una carpeta vacía o que aún no exista.',
    address_unknown: 'Este equipo no tiene la dirección {host}. Indique con --host una que tenga.',
    ports_in_use: 'El puerto {ports} de {host} está ocupado. Elija otro con --port.',
    port_denied:
      'No tiene permiso para usar el puerto {ports} de {host}. Elija con --port uno superior a 1023.',
    address_fails: 'El servicio no puede escuchar en {host}. El sistema informa: {said}',
  },
  field: {
    file: 'Archivo',
    from: 'De',
    to: 'A',
    context: 'Contexto',
    tone: 'Tono',
    glossary: 'Glosario',
    name: 'Nombre',
    term: 'Término',
    translation: 'Traducción',
    q: 'Búsqueda',
    url: 'Dirección',
    model: 'Modelo',
    key: 'Clave',
    port: 'Puerto',
    models_url: 'Dirección de los modelos',
    downloads_folder: 'Carpeta de los archivos traducidos',
  },
  more: 'Hay más que corregir: {fields}.',
};
/** Files of other kinds. */
function notTranslatable(what: string): string {
  return `El archivo es ${what} y no se puede traducir aquí. Guarde su texto como {formats} y envíe eso.`;
}

export default texts;
